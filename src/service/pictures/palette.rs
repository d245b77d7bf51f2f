//! Two hundred and fifty-six colours instead of many thousands. Our pictures have few colours and the shades between
//! them at edges; with a palette of those that come most often they are a third of the size, with no visible
//! difference.

const MAX_COLOURS: usize = 256;
/// Colours are gathered by their five upper bits of red, green and blue.
const BINS: usize = 1 << 15;

/// A picture in at most 256 colours.
pub struct Quantized {
    /// Red, green and blue of each colour, one after the other.
    pub palette: Vec<u8>,
    /// The number of the colour of each pixel.
    pub indices: Vec<u8>,
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

    /// The middle of all that was gathered.
    fn colour(&self) -> [u8; 3] {
        self.sums.map(|sum| (sum.checked_div(self.count).unwrap_or(0)) as u8)
    }
}

/// Reduces opaque pixels of four bytes each.
pub fn quantize(pixels: &[u8]) -> Quantized {
    let runs = runs(pixels);
    let mut bins = vec![Bin::default(); BINS];
    runs.iter().for_each(|run| bins[bin_of(run.pixel)].add(run.pixel, run.length));
    let mut used: Vec<usize> = (0..BINS).filter(|&bin| bins[bin].count > 0).collect();
    used.sort_by_key(|&bin| (std::cmp::Reverse(bins[bin].count), bin));
    let palette: Vec<[u8; 3]> = used.iter().take(MAX_COLOURS).map(|&bin| bins[bin].colour()).collect();
    let planes = Planes::of(&palette);
    let mut index = vec![0_u8; BINS];
    for (place, &bin) in used.iter().enumerate() {
        index[bin] = if place < MAX_COLOURS { place as u8 } else { planes.nearest(bins[bin].colour()) };
    }
    let mut indices = Vec::with_capacity(pixels.len() / 4);
    for run in runs {
        indices.resize(indices.len() + run.length as usize, index[bin_of(run.pixel)]);
    }
    Quantized { palette: palette.concat(), indices }
}

/// Equal pixels side by side: most of a picture is ground.
struct Run {
    pixel: [u8; 3],
    length: u32,
}

fn runs(pixels: &[u8]) -> Vec<Run> {
    let pixels = pixels.as_chunks::<4>().0;
    let alike = pixels.chunk_by(|one, next| one == next);
    alike.map(|run| Run { pixel: [run[0][0], run[0][1], run[0][2]], length: run.len() as u32 }).collect()
}

fn bin_of([red, green, blue]: [u8; 3]) -> usize {
    usize::from(red >> 3) << 10 | usize::from(green >> 3) << 5 | usize::from(blue >> 3)
}

/// The palette in planes, one for each part of a colour: so the distances to all its colours are counted side by side.
struct Planes([[i32; MAX_COLOURS]; 3]);

/// Farther than any colour is from another.
const NOWHERE: i32 = 10_000;

impl Planes {
    fn of(palette: &[[u8; 3]]) -> Self {
        let mut planes = [[NOWHERE; MAX_COLOURS]; 3];
        for (place, colour) in palette.iter().enumerate().take(MAX_COLOURS) {
            planes.iter_mut().zip(colour).for_each(|(plane, &part)| plane[place] = i32::from(part));
        }
        Self(planes)
    }

    /// The number of the colour that is nearest; of several the first.
    fn nearest(&self, colour: [u8; 3]) -> u8 {
        let mut distances = [0_i32; MAX_COLOURS];
        for (plane, part) in self.0.iter().zip(colour) {
            let part = i32::from(part);
            distances.iter_mut().zip(plane).for_each(|(sum, other)| *sum += (other - part).pow(2));
        }
        let least = distances.iter().copied().min().unwrap_or_default();
        distances.iter().position(|&distance| distance == least).unwrap_or_default() as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let pixels = [[255, 255, 255, 255], [1, 2, 3, 255], [255, 255, 255, 255]].concat();
        let Quantized { palette, indices } = quantize(&pixels);
        assert_eq!((palette, indices), (vec![255, 255, 255, 1, 2, 3], vec![0, 1, 0]));
    }

    #[test]
    fn rare_colours_become_frequent_ones_that_are_near() {
        let grid = |offset: u8| {
            (0..=255_u8).map(move |n| [(n % 16) * 16 + offset, (n / 16) * 16 + offset, 128, 255])
        };
        let pixels: Vec<u8> = grid(0).chain(grid(0)).chain(grid(8)).flatten().collect();
        let Quantized { palette, indices } = quantize(&pixels);
        assert_eq!(palette.len(), 3 * MAX_COLOURS);
        for (pixel, index) in pixels.chunks_exact(4).zip(indices) {
            let shown = &palette[3 * usize::from(index)..][..3];
            assert!(pixel.iter().zip(shown).all(|(part, other)| part.abs_diff(*other) <= 8));
        }
    }
}
