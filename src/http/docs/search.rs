//! What the search of the pages looks through. The whole index goes to the browser, which searches it by itself: it holds
//! nothing that the pages do not say, and no request tells what somebody looks for.

use serde_json::{Value, json};

use super::markdown;
use super::reference::{first_sentence, list, members, text};
use super::site::Site;
use crate::error::Error;

impl Site {
    /// The entries of the index: what it is, its title, its page below `/docs/`, a line about it, further words.
    pub fn search_index(&self) -> Result<String, Error> {
        let mut entries: Vec<Value> = Vec::new();
        for (page, title, markdown) in self.texts()? {
            entries.push(json!(["page", title, page, "", ""]));
            let sections = markdown::sections(&markdown).into_iter();
            entries.extend(sections.map(|(heading, words)| {
                json!(["page", heading, format!("{page}#{}", markdown::anchor(&heading)), title, words])
            }));
        }
        for entry in &self.reference.operations {
            let operation = self.reference.described(entry);
            let parameters = list(&operation["parameters"]).iter();
            let parameters = parameters.map(|parameter| text(&self.reference.resolve(parameter)["name"]));
            let words = [entry.id.as_str(), text(&operation["description"])].into_iter().chain(parameters);
            entries.push(json!([
                if entry.tag.is_some() { "operation" } else { "webhook" },
                entry.summary,
                format!("operations/{}", entry.id),
                format!("{} {}", entry.method, entry.path),
                words.collect::<Vec<_>>().join(" "),
            ]));
        }
        for (name, schema) in self.reference.schemas() {
            let fields = members(&schema["properties"]).map(|(name, _)| name.as_str());
            let values = list(&schema["enum"]).iter().filter_map(Value::as_str);
            // Codes have entries of their own.
            let values = values.filter(|value| !self.codes.contains_key(value));
            let words: Vec<&str> = fields.chain(values).collect();
            // A list of what was found shows plain text.
            let about = first_sentence(text(&schema["description"])).replace('`', "");
            entries.push(json!(["type", name, format!("schemas/{name}"), about, words.join(" ")]));
        }
        for (code, entry) in &self.codes {
            entries.push(json!(["code", code, format!("errors/{code}"), entry.title, ""]));
        }
        Ok(Value::Array(entries).to_string())
    }
}
