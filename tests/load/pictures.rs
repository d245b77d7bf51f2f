//! How long the picture of a full board takes, and how large it is: the last boards of games of five steady bots, each
//! drawn from its view and made into a PNG as a phone asks for it, and as a mail holds it. Prints one line of JSON:
//! `png_ms` the median, `png_ms_most` the slowest, `png_kb` the largest, `svg_kb` the largest drawing;
//! `png_processor_ms` and `mail_processor_ms`, what a picture takes of processors on average.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a measure that breaks says where")]

use std::time::Instant;

use althing::service::pictures::png;
use conformance::playout::{self, Observer, Seating, seed_of};
use nix::time::{ClockId, clock_gettime};
use rules::Render;
use rules::render::{PictureParts, PlaceLabels, RenderOptions};
use rules::{Entry, Rules};
use rulesets::landnam::Landnam;
use rulesets::landnam::Options;
use serde_json::json;

/// As the server has it.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const GAMES: u64 = 8;
const TIMES: usize = 5;
const WIDTH: u16 = 600;
/// As mails try them.
const MAIL_WIDTHS: [u16; 3] = [720, 640, 560];
const MAIL_BYTES: usize = 48_000;

/// Keeps the board before the last.
#[derive(Default)]
struct Late(Vec<<Landnam as Rules>::State>);

impl Observer<Landnam> for Late {
    fn wrote(
        &mut self,
        state: &<Landnam as Rules>::State,
        _entries: &[Entry<<Landnam as Rules>::Action, <Landnam as Rules>::Event>],
    ) -> Result<(), String> {
        if self.0.len() > 3 {
            self.0.remove(0);
        }
        self.0.push(state.clone());
        Ok(())
    }
}

/// The milliseconds that all threads of this process have taken of processors.
fn processor_ms() -> f64 {
    let taken = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("a clock");
    taken.tv_sec() as f64 * 1e3 + taken.tv_nsec() as f64 / 1e6
}

fn main() {
    let rules = Landnam::default();
    let names: Vec<String> =
        ["Ada Augusta", "Bjarni", "Cnut the Great", "Dalla", "Edeltraud"].map(str::to_owned).into();
    let (mut milliseconds, mut largest, mut drawing_bytes) = (Vec::new(), 0, 0);
    let (mut of_pngs, mut of_mails) = (0.0, 0.0);
    for game in 0..GAMES {
        let bots = vec!["steady".to_owned(); names.len()];
        let seating =
            Seating { options: Options::default(), bots, seed: seed_of(40, game), leaves: Vec::new() };
        let mut late = Late::default();
        playout::play(&rules, &seating, &mut late).expect("a whole game");
        let state = late.0.first().expect("it has states");
        let options = RenderOptions { names: names.clone(), ..RenderOptions::default() };
        let in_mail = RenderOptions {
            parts: PictureParts::Upper,
            place_labels: PlaceLabels::Hidden,
            ..options.clone()
        };
        for _ in 0..TIMES {
            let (begun, taken_before) = (Instant::now(), processor_ms());
            let drawing = rules.render(&rules.view(state, Some(state.table.active)), &options);
            let picture = png(&drawing.svg, &[WIDTH], None).expect("a picture").expect("of any size");
            of_pngs += processor_ms() - taken_before;
            milliseconds.push(begun.elapsed().as_secs_f64() * 1e3);
            largest = largest.max(picture.len());
            drawing_bytes = drawing_bytes.max(drawing.svg.len());
            let taken_before = processor_ms();
            let drawing = rules.render(&rules.view(state, Some(state.table.active)), &in_mail);
            png(&drawing.svg, &MAIL_WIDTHS, Some(MAIL_BYTES)).expect("a picture");
            of_mails += processor_ms() - taken_before;
        }
    }
    milliseconds.sort_by(f64::total_cmp);
    let rounded = |value: f64| (value * 10.0).round() / 10.0;
    println!(
        "{}",
        json!({
            "png_ms": rounded(milliseconds[milliseconds.len() / 2]),
            "png_ms_most": rounded(milliseconds.last().copied().unwrap_or_default()),
            "png_kb": rounded(largest as f64 / 1024.0),
            "svg_kb": rounded(drawing_bytes as f64 / 1024.0),
            "png_processor_ms": rounded(of_pngs / milliseconds.len() as f64),
            "mail_processor_ms": rounded(of_mails / milliseconds.len() as f64),
        })
    );
}
