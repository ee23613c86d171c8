//! `wilderness editor`: writes what an editor needs to be served.

use crate::text::out;
use crate::zip::archive;
use clap::{Args as ClapArgs, ValueEnum};
use include_dir::{Dir, include_dir};
use miette::{IntoDiagnostic as _, miette};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wilderness_engine::files::write_new;

/// What is in the extension for VS Code.
static VSCODE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/editors/vscode");
/// What is in the plugin for Neovim.
static NEOVIM: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/editors/neovim");
/// The file that has the extension for VS Code.
const EXTENSION: &str = "wilderness.vsix";

#[derive(ClapArgs)]
pub struct Args {
    /// The editor.
    editor: ServedEditor,
    /// The directory. A file that is there already is never overwritten.
    #[arg(default_value = ".")]
    directory: PathBuf,
}

/// An editor for which the program has something.
#[derive(Clone, Copy, ValueEnum)]
enum ServedEditor {
    /// VS Code, and what is built like it: an extension, in one file.
    Vscode,
    /// Neovim 0.7 or later: a plugin, in a directory.
    Neovim,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let (files, next) = match args.editor {
        ServedEditor::Vscode => {
            let file = args.directory.join(EXTENSION);
            let next = format!("code --install-extension {}", file.display());
            (vec![(file, packed()?)], next)
        }
        ServedEditor::Neovim => {
            let files = files_of(&NEOVIM).map(|(path, text)| (args.directory.join(path), text.to_vec()));
            let at = std::path::absolute(&args.directory).into_diagnostic()?;
            (files.collect(), format!("vim.opt.runtimepath:append({:?})", at.display().to_string()))
        }
    };
    write_new(&files).map_err(|why| miette!("{why}"))?;
    let list: String = files.iter().map(|(path, _)| format!("  {}\n", path.display())).collect();
    let place = match args.editor {
        ServedEditor::Vscode => "Install it",
        ServedEditor::Neovim => "Write into `init.lua`",
    };
    out::print(&format!("{list}{place}:\n  {next}\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// The files in a directory of the program, by their paths in it.
fn files_of(directory: &'static Dir<'static>) -> Box<dyn Iterator<Item = (&'static Path, &'static [u8])>> {
    let own = directory.files().map(|file| (file.path(), file.contents()));
    Box::new(own.chain(directory.dirs().flat_map(files_of)))
}

/// The extension for VS Code as the file that is installed: an archive with two files about it.
fn packed() -> miette::Result<Vec<u8>> {
    let own = files_of(&VSCODE).map(|(path, text)| {
        let path = path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        (format!("extension/{path}"), text.to_vec())
    });
    let mut files: Vec<(String, Vec<u8>)> = own.collect();
    let about = VSCODE.get_file("package.json").map(|file| serde_json::from_slice(file.contents()));
    let about: Value = about.transpose().into_diagnostic()?.unwrap_or_default();
    files.push(("extension.vsixmanifest".into(), manifest(&about).into_bytes()));
    files.push(("[Content_Types].xml".into(), CONTENT_TYPES.into()));
    Ok(archive(&files))
}

/// Which kinds of files there are, by their endings.
const CONTENT_TYPES: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension=".json" ContentType="application/json"/>
<Default Extension=".js" ContentType="application/javascript"/>
<Default Extension=".md" ContentType="text/markdown"/>
<Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
"#;

/// What VS Code reads of an extension before it installs it, from its `package.json`.
fn manifest(about: &Value) -> String {
    let of = |path: &str| {
        let text = about.pointer(path).and_then(Value::as_str).unwrap_or_default();
        text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
    };
    let identity = format!(
        r#"<Identity Language="en-US" Id="{}" Version="{}" Publisher="{}"/>"#,
        of("/name"),
        of("/version"),
        of("/publisher")
    );
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
{identity}
<DisplayName>{}</DisplayName>
<Description xml:space="preserve">{}</Description>
<Categories>{}</Categories>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value="{}"/>
<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
</Properties>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
</Assets>
</PackageManifest>
"#,
        of("/displayName"),
        of("/description"),
        of("/categories/0"),
        of("/engines/vscode")
    )
}
