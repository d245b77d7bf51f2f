//! The letters of pictures, embedded: no machine's own fonts, so that a picture has the same bytes everywhere.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::Database;

/// The family that drawings name first.
pub const FAMILY: &str = "DejaVu Sans Condensed";

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(include_bytes!("fonts/DejaVuSansCondensed.ttf").to_vec());
    fonts.load_font_data(include_bytes!("fonts/DejaVuSansCondensed-Bold.ttf").to_vec());
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});

/// All fonts there are, read once.
pub fn fonts() -> Arc<Database> {
    Arc::clone(&FONTS)
}
