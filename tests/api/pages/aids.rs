//! The pages that explain the rulesets.

use reqwest::Method;

use crate::harness::{Page, Person, Service};

async fn opened(person: &Person, address: &str) -> Page {
    let page = Page(person.get(address).await);
    assert_eq!(page.0.status, 200, "{address}: {}", page.0.text);
    page
}

/// Words that are in the table of costs of a ruleset, by language.
const COSTS: [(&str, [(&str, &str); 4]); 3] = [
    (
        "settlers",
        [
            ("en", "2 grain and 3 ore"),
            ("nn", "2 korn og 3 malm"),
            ("sv", "2 korn och 3 malm"),
            ("de", "2 Getreide und 3 Erz"),
        ],
    ),
    (
        "landnam",
        [
            ("en", "1 grain, 1 iron, 1 timber and 2 wool"),
            ("nn", "1 korn, 1 jarn, 1 tømmer og 2 ull"),
            ("sv", "1 korn, 1 järn, 1 timmer och 2 ull"),
            ("de", "1 Korn, 1 Eisen, 1 Holz und 2 Wolle"),
        ],
    ),
    (
        "nord",
        [("en", "gold, hammer"), ("nn", "gull, hammar"), ("sv", "guld, hammare"), ("de", "Gold, Hammer")],
    ),
];

#[tokio::test]
async fn every_ruleset_has_a_page_in_four_languages_with_the_numbers_of_its_components() {
    let service = Service::start();
    let stranger = service.stranger();
    for (ruleset, costs) in COSTS {
        let components =
            stranger.get(&format!("/v1/rulesets/{ruleset}")).await.must_be(200)["components"].clone();
        for (language, said) in costs {
            let page = opened(&stranger, &format!("/rules/{ruleset}?lang={language}")).await;
            page.says(said)
                .says(&format!("<html lang=\"{language}\">"))
                .says_not("noindex")
                .says_not("<script");
            assert!(page.0.text.matches("<table>").count() >= 3, "{ruleset} in {language}");
            let asked = stranger.request(Method::GET, &format!("/rules/{ruleset}"));
            let asked = stranger.send(asked.header("Accept-Language", language)).await;
            // Only links to other pages differ: they keep a language that was named.
            let aid = |text: &str| text.split("<h2").skip(1).collect::<String>();
            let (asked, named) = (aid(&asked.text), aid(&page.0.text));
            let end = "<p><a href";
            assert_eq!(asked.split(end).next(), named.split(end).next(), "the browser prefers {language}");
            if let Some(points) = components["victory_points"].as_i64() {
                page.says(&format!("{points} "));
            }
        }
    }
}

#[tokio::test]
async fn the_list_leads_to_every_page_and_an_unknown_ruleset_has_none() {
    let service = Service::start();
    let stranger = service.stranger();
    let list = opened(&stranger, "/rules?lang=de").await;
    let links = list.links("/rules/");
    assert_eq!(links, ["landnam", "settlers", "nord"].map(|ruleset| format!("/rules/{ruleset}?lang=de")));
    for link in &links {
        let page = opened(&stranger, link).await;
        assert!(page.links("/rules").contains(&"/rules?lang=de".to_owned()));
        for language in ["en", "nn", "sv"] {
            let here = link.split('?').next().unwrap();
            assert!(page.links(here).contains(&format!("{here}?lang={language}")), "{link}");
        }
    }
    // A ruleset without an aid, a name of none, and a language that there is not.
    for ruleset in ["toy", "chess", "..%2f"] {
        assert_eq!(stranger.get(&format!("/rules/{ruleset}")).await.status, 404, "{ruleset}");
    }
    opened(&stranger, "/rules/nord?lang=xx").await.says("<html lang=\"en\">");
}
