//! JSON schemas (draft 7) of the TOML files of a content directory. What reads a file tells its form, so that a schema says
//! what `check` does. Which keys must be there, only `check` says: a layer over the built-in content may leave out most.

use crate::lsp::CheckedContent;
use serde_json::{Map, Value, json};
use wilderness_engine::content::{Catalogue, DataFiles, MANIFEST, manifest_faults};
use wilderness_engine::faults::{Source, TomlForm, WHAT_FORM};

/// The directory of the schemas in a content directory.
const DIRECTORY: &str = "schemas";

/// The schemas of a game, each with the files that it is for.
pub struct Schemas(Vec<(DataFiles, Value)>);

/// The schemas of the files that a content can have.
pub fn schemas(game: &str, catalogue: &Catalogue, content: &dyn CheckedContent) -> Schemas {
    let manifest = DataFiles {
        name: MANIFEST.trim_end_matches(".toml"),
        paths: vec![MANIFEST.into()],
        but: Vec::new(),
        example: MANIFEST.into(),
    };
    let of_manifest = TomlForm::told_by(&manifest_faults(&Source::new(MANIFEST, WHAT_FORM)));
    let of_data = catalogue.data_files().into_iter().map(|files| (content.form_of(&files), files));
    // A folder stands on nothing.
    let is_folder = catalogue.folders().next().is_some();
    let all = (!is_folder).then_some((of_manifest, manifest)).into_iter().chain(of_data);
    let known = all.filter_map(|(form, files)| {
        let mut schema = of_form(&form?);
        schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
        schema["title"] = json!(format!("{game}: {}", files.paths[0]));
        Some((files, schema))
    });
    Schemas(known.collect())
}

impl Schemas {
    /// The files that hold them, by their paths in a content directory.
    pub fn written(&self) -> Vec<(String, String)> {
        let path = |files: &DataFiles| format!("{DIRECTORY}/{}.json", files.name);
        let pretty = |value: &Value| format!("{value:#}\n");
        let mut all: Vec<_> = self.0.iter().map(|(files, schema)| (path(files), pretty(schema))).collect();
        let listed = |(files, _): &(DataFiles, Value)| json!({ "schema": format!("{}.json", files.name), "include": files.paths, "exclude": files.but });
        all.push((format!("{DIRECTORY}/index.json"), pretty(&self.0.iter().map(listed).collect())));
        let rules = self.0.iter().map(|(files, _)| {
            let list = |paths: &[String]| Value::from(paths).to_string();
            let but = if files.but.is_empty() { String::new() } else { format!("exclude = {}\n", list(&files.but)) };
            format!("[[rule]]\ninclude = {}\n{but}schema = {{ path = \"{}\" }}\n", list(&files.paths), path(files))
        });
        all.push((".taplo.toml".into(), rules.collect::<Vec<_>>().join("\n")));
        all
    }
}

/// The schema of a form.
fn of_form(form: &TomlForm) -> Value {
    match form {
        TomlForm::Anything => json!({}),
        TomlForm::Truth => json!({ "type": "boolean" }),
        TomlForm::Whole(least, most) => {
            let bounds = [("minimum", least, i64::MIN), ("maximum", most, i64::MAX)].into_iter();
            let bounds = bounds.filter(|(_, bound, none)| *bound != none).map(|(key, bound, _)| (key, json!(bound)));
            object(bounds.chain([("type", json!("integer"))]))
        }
        TomlForm::Number => json!({ "type": "number" }),
        TomlForm::Text => json!({ "type": "string" }),
        TomlForm::Words(words) => json!({ "enum": words }),
        TomlForm::List(item, count) => {
            let count = count.iter().flat_map(|count| [("minItems", json!(count)), ("maxItems", json!(count))]);
            object(count.chain([("type", json!("array")), ("items", of_form(item))]))
        }
        TomlForm::Table(keys) => {
            let keys = object(keys.iter().map(|(key, form)| (key.as_str(), of_form(form))));
            json!({ "type": "object", "properties": keys, "additionalProperties": false })
        }
        TomlForm::Entries(form) => json!({ "type": "object", "additionalProperties": of_form(form) }),
        TomlForm::OneOf(all) => json!({ "anyOf": all.iter().map(of_form).collect::<Vec<_>>() }),
    }
}

fn object<'k>(entries: impl Iterator<Item = (&'k str, Value)>) -> Value {
    Value::Object(entries.map(|(key, value)| (key.to_string(), value)).collect::<Map<_, _>>())
}
