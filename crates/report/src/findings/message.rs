//! What a result says: its rule and its message, which may be kept with the rule instead.

use super::{elements, index};
use serde_json::Value;

/// The name of the rule that a result breaks.
pub fn rule_id(run: &Value, result: &Value) -> Option<String> {
    let id = [&result["ruleId"], &result["rule"]["id"], &rule(run, result)["id"]];
    id.into_iter().find_map(Value::as_str).filter(|id| !id.is_empty()).map(str::to_owned)
}

/// The message, or an empty text.
pub fn text(run: &Value, result: &Value) -> String {
    let message = &result["message"];
    if let Some(text) = content(message) {
        return fill(text, &message["arguments"]);
    }
    let Some(id) = message["id"].as_str() else { return String::new() };
    let rule = rule(run, result);
    let component = component(run, result);
    let strings = [&rule["messageStrings"][id], &component["globalMessageStrings"][id]];
    let text = strings.into_iter().find_map(content).unwrap_or_default();
    fill(text, &message["arguments"])
}

fn content(message: &Value) -> Option<&str> {
    let text = [&message["text"], &message["markdown"]];
    text.into_iter().filter_map(Value::as_str).find(|text| !text.is_empty())
}

/// The part of the tool that a result's rule belongs to.
fn component<'r>(run: &'r Value, result: &Value) -> &'r Value {
    let reference = &result["rule"]["toolComponent"];
    let extensions = &run["tool"]["extensions"];
    let by_index = index(&reference["index"]).and_then(|index| extensions.get(index));
    let named = |part: &&Value| !reference["name"].is_null() && part["name"] == reference["name"];
    by_index.or_else(|| elements(extensions).find(named)).unwrap_or_else(|| &run["tool"]["driver"])
}

/// The description of a result's rule, or null.
fn rule<'r>(run: &'r Value, result: &Value) -> &'r Value {
    let rules = &component(run, result)["rules"];
    let given = index(&result["ruleIndex"]).or_else(|| index(&result["rule"]["index"]));
    if let Some(rule) = given.and_then(|index| rules.get(index)) {
        return rule;
    }
    let ids = [&result["ruleId"], &result["rule"]["id"]];
    let Some(id) = ids.into_iter().find_map(Value::as_str) else { return &Value::Null };
    let with_id = |id: &str| elements(rules).find(|rule| rule["id"] == id);
    // `CA1000/2` may name a special case of the rule `CA1000`.
    let general = || id.rsplit_once('/').and_then(|(general, _)| with_id(general));
    with_id(id).or_else(general).unwrap_or(&Value::Null)
}

/// Puts arguments in place of `{0}`, `{1}` and so on; `{{` and `}}` are braces then. A text without
/// arguments is taken as it is: hardly a tool doubles the braces of what has no places to fill.
fn fill(text: &str, arguments: &Value) -> String {
    let arguments: Vec<&str> =
        elements(arguments).map(|argument| argument.as_str().unwrap_or_default()).collect();
    if arguments.is_empty() {
        return text.to_owned();
    }
    let mut filled = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        filled += &rest[..at];
        let brace = &rest[at..at + 1];
        let tail = &rest[at + 1..];
        let place = tail.split_once('}').filter(|_| brace == "{");
        let argument = place.and_then(|(number, after)| {
            let number: usize = number.parse().ok()?;
            Some((arguments.get(number)?, after))
        });
        rest = match (argument, tail.strip_prefix(brace)) {
            (Some((argument, after)), _) => {
                filled += argument;
                after
            }
            (None, doubled) => {
                filled += brace;
                doubled.unwrap_or(tail)
            }
        };
    }
    filled + rest
}
