// See glance.sh.
const { mkdirSync, readFileSync } = require('node:fs');
const { launched } = require('./browser.cjs');
const { firstScreen, letters, targets, unfold } = require('./boxes.cjs');
const { GAMES, Server, digest, movesOf } = require('./recorded.cjs');

const [address, folder, rulesets] = process.argv.slice(2);
const { PICTURES: pictures } = process.env;
const languages = (process.env.LANGUAGES ?? 'en nn sv de').split(' ');
const wantedPhases = process.env.PHASES?.split(' ');
if (pictures) { mkdirSync(pictures, { recursive: true }); }
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = [['phone', { width: 390, height: 844, isMobile: true, hasTouch: true }], ['desk', { width: 1280, height: 900 }]];
const SCHEMES = ['light', 'dark'];
const LEAST_LETTER = 11;
const LEAST_PLACE = 28;
// Before which moves of the record somebody looks: the first of a kind, or the last before the end is near.
const PHASES = {
  landnam: [['start', 'step', 'first'], ['card', 'decline_harvest_card', 'late'], ['main', 'build_farm', 'late']],
  settlers: [['set-up', 'place_setup_settlement', 'first'], ['roll', 'roll', 'late'], ['main', 'build_road', 'late']],
  nord: [['set-up', 'place_workers', 'first'], ['attack', 'attack', 'late'], ['main', 'place_workers', 'late']],
};
// Where the end is near, and few places are left to be chosen.
const LATE = 0.75;

const found = { looks: 0, places: 0, first_screen: [], targets: [], letters: [], too_wide: [], dark: [], violations: [] };
const note = (kind, label, lines) => lines.forEach((line) => found[kind].push(`${label}: ${line}`));

async function opened(browser, path, viewport, scheme) {
  const page = await browser.newPage();
  await page.setViewport(viewport);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.goto(address + path, { waitUntil: 'load' });
  return page;
}

async function fits(page, label, width) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > width) { note('too_wide', label, [`${wide} px wide`]); }
}

// How bright the board is on the screen, from 0 to 255.
async function brightness(page, sight) {
  const box = await page.$eval('.board svg', (one) => { const { x, y, width, height } = one.getBoundingClientRect(); return { x, y: y + scrollY, width, height }; }).catch(() => null);
  if (!box) { return null; }
  const picture = await page.screenshot({ clip: box, encoding: 'base64' });
  return sight.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(32, 32).getContext('2d');
    canvas.drawImage(image, 0, 0, 32, 32);
    const { data: pixels } = canvas.getImageData(0, 0, 32, 32);
    return pixels.reduce((sum, value, at) => sum + (at % 4 === 3 ? 0 : value), 0) / (32 * 32 * 3);
  }, picture);
}

// The places that are too small on the page are large enough on the large board.
async function largeEnough(browser, path, viewport, small, label) {
  const page = await opened(browser, `${path}?show=board`, viewport, 'light');
  const { wrong, small: still, places } = await page.evaluate(targets, { needed: LEAST_PLACE });
  const lost = await page.evaluate((hrefs) => hrefs.filter((href) => !document.querySelector(`svg a[href="${href}"]`)), small.map(({ href }) => href));
  note('targets', `${label} large board`, [
    ...wrong,
    ...still.map(({ href, size }) => `${href} has ${size} px`),
    ...(lost.length > 0 || places === 0 ? [`${lost.length} of ${small.length} small places are missing, such as ${small[0].href} with ${small[0].size} px`] : []),
  ]);
  await fits(page, `${label} large board`, viewport.width);
  await page.close();
}

async function look(browser, sight, { path, option = '', label, seats, hasHand }) {
  for (const [size, viewport] of SIZES) {
    const bright = {};
    for (const scheme of SCHEMES) {
      const name = `${label} ${size} ${scheme}`;
      const page = await opened(browser, path + option, viewport, scheme);
      note('first_screen', name, await page.evaluate(firstScreen, { seats, hasHand, isDesk: size === 'desk' }));
      if (pictures) { await page.screenshot({ path: `${pictures}/${name.replace(/\W+/g, '-')}.png` }); }
      bright[scheme] = await brightness(page, sight);
      await page.evaluate(unfold);
      const { wrong, small, places } = await page.evaluate(targets, { needed: LEAST_PLACE });
      note('targets', name, wrong);
      found.places += places;
      if (small.length > 0 && scheme === 'light') { await largeEnough(browser, path, viewport, small, name); }
      note('letters', name, await page.evaluate(letters, { least: LEAST_LETTER }));
      await fits(page, name, viewport.width);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      const bad = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
      note('violations', name, bad.map(({ id, impact, nodes }) => `${impact} ${id} ×${nodes.length}: ${nodes[0].html.slice(0, 140)}`));
      found.looks += 1;
      await page.close();
    }
    if (bright.light && bright.dark > 0.8 * bright.light) { note('dark', `${label} ${size}`, [`the board is as bright in the dark: ${Math.round(bright.dark)} of ${Math.round(bright.light)}`]); }
  }
}

// The address of the look at a move before it is made; '' where there is none. A move whose effects stand in the list is
// made there at once, and looked at from the board.
async function preview(path, { action }) {
  const html = async (query) => (await (await fetch(address + path + query)).text()).replaceAll('&amp;', '&');
  const page = await html('');
  const [, chosen] = new RegExp(`href="(\\?decision=[^"]*choice=${digest(action)})"`).exec(page) ?? [];
  if (chosen) { return chosen; }
  for (const [, place] of page.matchAll(/href="(\?place=[^"]*)"/g)) {
    const actions = [...(await html(place)).matchAll(/name="action" value="([^"]*)"/g)].map(([, value]) => value.replaceAll('&quot;', '"').replaceAll('&#34;', '"'));
    if (actions.length === 1 && digest(JSON.parse(actions[0])) === digest(action)) { return place; }
  }
  return '';
}

(async () => {
  const browser = await launched();
  const server = new Server(address, folder);
  await server.invite(['en', 'en', 'en', 'en']);
  const sight = await browser.newPage();
  for (const ruleset of rulesets.split(' ')) {
    const record = await server.recorded(ruleset);
    const game = await server.begun(record);
    const moves = movesOf(record);
    const seats = GAMES[ruleset].seats;
    const inAll = async (phase, { person, page: path }, option = '') => {
      if (wantedPhases && !wantedPhases.includes(phase)) { return; }
      for (const language of languages) {
        await server.callAs(person, 'PATCH', '/v1/me', { language });
        await look(browser, sight, { path, option, label: `${ruleset} ${phase} ${language}`, seats, hasHand: phase !== 'over' });
      }
    };
    const stops = new Map();
    for (const [phase, kind, when] of PHASES[ruleset]) {
      const all = [...moves.keys()].filter((at) => moves[at].action.type === kind);
      const early = all.filter((at) => at < moves.length * LATE);
      stops.set(when === 'first' ? all[0] : early[early.length - 1] ?? all[0], phase);
    }
    for (const [at, move] of moves.entries()) {
      const phase = stops.get(at);
      if (phase) { await inAll(phase, game.seats[move.seat]); }
      if (phase === 'main') {
        await inAll('others', game.seats[(move.seat + 1) % seats]);
        const option = await preview(game.seats[move.seat].page, move);
        if (option) { await inAll('preview', game.seats[move.seat], option); } else { note('first_screen', `${ruleset} preview`, ['there is none']); }
      }
      await server.move(game, move);
    }
    await inAll('over', game.seats[0]);
  }
  await browser.close();
  const kinds = Object.entries(found).filter(([, lines]) => Array.isArray(lines));
  for (const [kind, lines] of kinds) { for (const line of lines) { console.log(`${kind}: ${line}`); } }
  console.log(JSON.stringify({ ...found, ...Object.fromEntries(kinds.map(([kind, lines]) => [kind, lines.length])) }));
})().catch((error) => { console.error(error); process.exit(1); });
