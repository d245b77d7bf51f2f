//! Reduces a picture to a few dozen colours. Our pictures have few colours, and many thousands of shades between them
//! at edges. With each shade drawn in the nearest colour that is kept, a picture is a quarter of the size, with no
//! visible difference.

const MAX_COLOURS: usize = 256;
/// A colour is rare if fewer than one pixel in this many has it: a shade at an edge, or a small figure.
const RARE: usize = 300;
/// A rare colour is left out if it is no farther than this from a colour that is kept. A shade is that near, the colour
/// of a figure is not.
const NEAR: i32 = 48;
/// Colours are gathered by their five upper bits of red, green and blue.
const BINS: usize = 1 << 15;

/// The at most 256 colours of a picture.
pub struct Quantized {
    /// Red, green and blue of each colour, one after the other.
    pub palette: Vec<u8>,
    /// The number of the colour for each bin.
    index: Vec<u8>,
}

impl Quantized {
    /// Adds the number of the colour of each of `pixels`, some of the picture.
    pub fn number(&self, pixels: &[u8], numbers: &mut Vec<u8>) {
        for run in runs(pixels) {
            numbers.resize(numbers.len() + run.length as usize, self.index[bin_of(run.pixel)]);
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Bin {
    count: u32,
    sums: [u32; 3],
}

impl Bin {
    fn add(&mut self, pixel: [u8; 3], times: u32) {
        self.count += times;
        self.sums.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += times * u32::from(part));
    }

    /// The mean of the colours in the bin.
    fn colour(&self) -> [u8; 3] {
        self.sums.map(|sum| (sum.checked_div(self.count).unwrap_or(0)) as u8)
    }
}

/// Reduces opaque pixels of four bytes each.
pub fn quantize(pixels: &[u8]) -> Quantized {
    let mut bins = vec![Bin::default(); BINS];
    runs(pixels).for_each(|run| bins[bin_of(run.pixel)].add(run.pixel, run.length));
    let mut used: Vec<usize> = (0..BINS).filter(|&bin| bins[bin].count > 0).collect();
    used.sort_by_key(|&bin| (std::cmp::Reverse(bins[bin].count), bin));
    let frequent = (pixels.len() / 4 / RARE) as u32;
    let mut palette: Vec<[u8; 3]> = Vec::new();
    for bin in used.iter().map(|&bin| &bins[bin]) {
        let is_new = || palette.iter().all(|kept| distance(*kept, bin.colour()) > NEAR.pow(2));
        if palette.len() < MAX_COLOURS && (bin.count > frequent || is_new()) {
            palette.push(bin.colour());
        }
    }
    let mut index = vec![0_u8; BINS];
    used.iter().for_each(|&bin| index[bin] = nearest(&palette, bins[bin].colour()));
    Quantized { palette: palette.concat(), index }
}

struct Run {
    pixel: [u8; 3],
    length: u32,
}

/// Equal pixels side by side: most of a picture is ground. They are found twice, since a list of them would be larger
/// than the picture.
fn runs(pixels: &[u8]) -> impl Iterator<Item = Run> {
    let pixels = pixels.as_chunks::<4>().0;
    let alike = pixels.chunk_by(|one, next| one == next);
    alike.map(|run| Run { pixel: [run[0][0], run[0][1], run[0][2]], length: run.len() as u32 })
}

fn bin_of([red, green, blue]: [u8; 3]) -> usize {
    usize::from(red >> 3) << 10 | usize::from(green >> 3) << 5 | usize::from(blue >> 3)
}

/// The square of how far two colours are from each other.
fn distance(one: [u8; 3], other: [u8; 3]) -> i32 {
    one.iter().zip(other).map(|(&one, other)| (i32::from(one) - i32::from(other)).pow(2)).sum()
}

/// The number of the colour that is nearest; of several the first.
fn nearest(palette: &[[u8; 3]], colour: [u8; 3]) -> u8 {
    let places = palette.iter().enumerate();
    places.min_by_key(|(_, kept)| distance(**kept, colour)).map_or(0, |(place, _)| place as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantized(pixels: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let quantized = quantize(pixels);
        let mut indices = Vec::new();
        quantized.number(pixels, &mut indices);
        (quantized.palette, indices)
    }

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let pixels = [[255, 255, 255, 255], [1, 2, 3, 255], [255, 255, 255, 255]].concat();
        let (palette, indices) = quantized(&pixels);
        assert_eq!((palette, indices), (vec![255, 255, 255, 1, 2, 3], vec![0, 1, 0]));
    }

    fn pixels(colour: [u8; 3], count: usize) -> Vec<u8> {
        [colour[0], colour[1], colour[2], 255].repeat(count)
    }

    #[test]
    fn a_shade_becomes_the_colour_that_is_nearest_and_a_small_figure_keeps_its_own() {
        let (ground, ink, shade, figure) = ([200, 220, 240], [0, 0, 0], [190, 205, 220], [240, 100, 20]);
        let picture = [pixels(ground, 5_000), pixels(ink, 50), pixels(shade, 10), pixels(figure, 5)].concat();
        let (palette, indices) = quantized(&picture);
        assert_eq!(palette, [ground, ink, figure].concat());
        assert_eq!((indices[5_055], indices[5_061]), (0, 2));
    }
}
