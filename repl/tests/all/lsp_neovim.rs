//! The recipe for Neovim in the guide, run as it is written.

use crate::machine::{HANG, skip};
use std::path::Path;
use std::process::Command;

/// What is looked at with the recipe: the type of a file, its colours, a mistake, and a completion by type.
const LOOK: &str = r#"
local out = io.open(os.getenv("OUT"), "w")
local function say(what) out:write(what .. "\n"); out:flush() end
vim.cmd("edit " .. os.getenv("FILE"))
say("type " .. vim.bo.filetype)
local function colour(word)
  vim.fn.cursor(1, 1)
  vim.fn.search(word)
  return vim.fn.synIDattr(vim.fn.synID(vim.fn.line("."), vim.fn.col("."), 1), "name")
end
say("colours " .. colour("\\<fn\\>") .. " " .. colour("Where does") .. " " .. colour("\\<let\\>"))
local function wait(what, holds)
  if not vim.wait(tonumber(os.getenv("HANG")), holds, 20) then say("too late: " .. what); vim.cmd("qall!") end
end
wait("the mistake", function() return #vim.diagnostic.get(0) > 0 end)
say("mistake " .. vim.diagnostic.get(0)[1].code)
vim.cmd("qall!")
"#;

#[test]
fn neovim_serves_and_colours_scripts_with_the_recipe_of_the_guide() {
    if Command::new("nvim").arg("--version").output().is_err() {
        skip("editor", "no Neovim; `apt-get install neovim` brings it");
        return;
    }
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let guide = std::fs::read_to_string(tree.join("scripts/war/README.md")).expect("the guide");
    let recipe = guide.split("```lua\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a recipe");
    let root = tempfile::tempdir().expect("a directory");
    let plugin = root.path().join("wilderness-neovim");
    let written = Command::new(env!("CARGO_BIN_EXE_wilderness")).args(["editor", "neovim"]).arg(&plugin).output();
    assert!(written.expect("it runs").status.success());
    wilderness_tests::copy_scripts(root.path());
    let write = |name: &str, text: &str| {
        std::fs::write(root.path().join(name), text).expect("a file");
        root.path().join(name)
    };
    let (init, look, out) = (write("init.lua", recipe), write("look.lua", LOOK), root.path().join("out.txt"));
    let file = root.path().join("events/small_pox.rhai");
    let text = std::fs::read_to_string(&file).expect("the script");
    std::fs::write(&file, text.replacen("game.roll", "game.rol", 1)).expect("a script");
    let program = Path::new(env!("CARGO_BIN_EXE_wilderness")).parent().expect("a directory").to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::iter::once(program).chain(std::env::split_paths(&path));
    let nvim = Command::new("nvim")
        .current_dir(&tree)
        .args(["--headless", "-i", "NONE", "-u"])
        .arg(&init)
        .arg("-c")
        .arg(format!("luafile {}", look.display()))
        .env("PATH", std::env::join_paths(places).expect("paths"))
        .env("FILE", &file)
        .env("OUT", &out)
        .env("HANG", HANG.as_millis().to_string())
        .env("HOME", root.path())
        .env("XDG_CONFIG_HOME", root.path())
        .output()
        .expect("Neovim runs");
    let said = std::fs::read_to_string(&out).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&nvim.stderr)));
    let expected = ["type rhai", "colours rhaiFn rhaiText rhaiDeclared", "mistake script::unknown_function"];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected, "{}", String::from_utf8_lossy(&nvim.stderr));
}
