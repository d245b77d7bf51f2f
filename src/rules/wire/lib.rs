//! Attributes for the types that are stored and shown, so that what applies to all of them is written once. They work
//! on tokens alone: what they add is what one would write by hand, and rustfmt reaches everything under them.
//!
//! May know: nothing but the compiler's own tokens.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// A struct that is stored and shown. Unknown fields are refused by name, and an optional field that is `None` is left
/// out. `#[wire(Nord)]` puts `Nord` before its name in the description.
#[proc_macro_attribute]
pub fn wire(prefix: TokenStream, item: TokenStream) -> TokenStream {
    let derives = "#[derive(Debug, Clone, PartialEq, Eq)]
        #[derive(::serde::Serialize, ::serde::Deserialize, ::utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]";
    let whole = item.into_iter().map(|part| match part {
        TokenTree::Group(fields) if fields.delimiter() == Delimiter::Brace => {
            let mut left_out = Group::new(Delimiter::Brace, leave_out_none(fields.stream()));
            left_out.set_span(fields.span());
            TokenTree::Group(left_out)
        }
        other => other,
    });
    attribute(derives, prefix, whole.collect())
}

/// A struct that is stored and never shown. Unknown fields are refused by name.
#[proc_macro_attribute]
pub fn stored(_: TokenStream, item: TokenStream) -> TokenStream {
    let derives = "#[derive(Debug, Clone, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]";
    attribute(derives, TokenStream::new(), item)
}

/// An enum of plain words, the same in JSON and in texts, with a list of them all. `#[words(Nord)]` puts `Nord` before
/// its name in the description.
#[proc_macro_attribute]
pub fn words(prefix: TokenStream, item: TokenStream) -> TokenStream {
    let derives = "#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(::serde::Serialize, ::serde::Deserialize, ::utoipa::ToSchema)]
        #[derive(::strum::Display, ::strum::IntoStaticStr)]
        #[serde(rename_all = \"snake_case\")]
        #[strum(serialize_all = \"snake_case\")]";
    let list = list_of_all(&name_of(&item), &variants(&item));
    let mut all = attribute(derives, prefix, item);
    all.extend(tokens(&list));
    all
}

fn list_of_all(name: &str, variants: &[String]) -> String {
    let all: String = variants.iter().map(|variant| format!("Self::{variant},")).collect();
    format!(
        "#[allow(dead_code)]
        impl {name} {{
            pub const COUNT: usize = {};
            /// Every one, in order.
            pub const ALL: [Self; Self::COUNT] = [{all}];

            /// Its place in the list of all.
            pub const fn index(self) -> usize {{ self as usize }}

            pub fn name(self) -> &'static str {{ self.into() }}
        }}

        impl ::rules::Spot for {name} {{
            fn index(self) -> usize {{ self as usize }}
            fn all() -> impl Iterator<Item = Self> {{ Self::ALL.into_iter() }}
        }}",
        variants.len()
    )
}

/// The names of the variants, none of which has fields.
fn variants(item: &TokenStream) -> Vec<String> {
    let body = item.clone().into_iter().find_map(|part| match part {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    });
    let names = body.into_iter().flatten().filter(|part| matches!(part, TokenTree::Ident(_)));
    names.map(|name| name.to_string()).collect()
}

fn attribute(attributes: &str, prefix: TokenStream, item: TokenStream) -> TokenStream {
    let mut all = tokens(attributes);
    if !prefix.is_empty() {
        all.extend(tokens(&format!("#[schema(as = {prefix}{})]", name_of(&item))));
    }
    all.extend(item);
    all
}

/// Text of this file as tokens. Were it none, the derives would be missing, and the compiler would say so.
fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}

/// The name after `struct` or `enum`. If there is none, the compiler refuses the code that is generated.
fn name_of(item: &TokenStream) -> String {
    let mut parts = item.clone().into_iter().map(|part| part.to_string());
    parts.find(|part| part == "struct" || part == "enum");
    parts.next().unwrap_or_default()
}

/// The fields of a struct, each `Option` among them with the attribute that leaves it out.
fn leave_out_none(stream: TokenStream) -> TokenStream {
    let mut fields = vec![Vec::new()];
    let mut depth = 0_u32;
    for part in stream {
        let sign = if let TokenTree::Punct(sign) = &part { sign.as_char() } else { ' ' };
        match sign {
            '<' => depth += 1,
            // The `>` of an arrow closes nothing: the depth never falls below 0.
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if let Some(field) = fields.last_mut() {
            field.push(part);
        }
        // A comma between `<` and `>` belongs to a type such as `BTreeMap<String, Tile>`.
        if sign == ',' && depth == 0 {
            fields.push(Vec::new());
        }
    }
    let mut all = TokenStream::new();
    for field in fields {
        if is_optional(&field) {
            all.extend(tokens("#[serde(default, skip_serializing_if = \"Option::is_none\")]"));
        }
        all.extend(field);
    }
    all
}

fn is_optional(field: &[TokenTree]) -> bool {
    let mut parts = field.iter().map(ToString::to_string);
    parts.any(|part| part == ":") && parts.next().is_some_and(|first| first == "Option")
}
