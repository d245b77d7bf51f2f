// See seat.sh.
const { mkdirSync, readFileSync, readdirSync } = require('node:fs');
const puppeteer = require('puppeteer-core');

const [address, mails, answers] = process.argv.slice(2);
const pictures = process.env.PICTURES;
if (pictures) { mkdirSync(pictures, { recursive: true }); }
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = [['phone', { width: 390, height: 844, isMobile: true, hasTouch: true }], ['desk', { width: 1280, height: 900 }]];
const PLAYERS = [['Aud', 'en'], ['Bjarni', 'nn'], ['Cnut', 'sv'], ['Dalla', 'de']];

// The same game each time.
let state = 7;
const pick = (list) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return list[Math.floor((state / 2147483648) * list.length)];
};

async function call(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) { throw new Error(`${path}: ${response.status} ${await response.text()}`); }
  return response.json();
}

// The links of a game's first mails, by the name of their reader.
async function links(game) {
  for (let tries = 0; tries < 150; tries += 1) {
    const found = {};
    let files = [];
    try { files = readdirSync(mails); } catch { /* No mail was written yet. */ }
    for (const file of files.filter((name) => name.includes(game))) {
      const mail = readFileSync(`${mails}/${file}`, 'utf8').replaceAll('=\r\n', '').replaceAll('=\n', '');
      const to = /^To: .*?(\w+)@example\.org/m.exec(mail);
      const link = /\/seat\/[\w-]{43}/.exec(mail);
      if (to && link) { found[to[1].toLowerCase()] = link[0]; }
    }
    if (Object.keys(found).length === PLAYERS.length) { return found; }
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`not everybody was mailed about ${game}`);
}

async function look(browser, path, name, found) {
  for (const [size, viewport] of SIZES) {
    for (const scheme of ['light', 'dark']) {
      const page = await browser.newPage();
      page.on('console', (message) => { if (message.type() === 'error') { found.blocked.push(`${name}: ${message.text()}`); } });
      page.on('request', (request) => { if (!request.url().startsWith(address)) { found.blocked.push(`${name} asks ${request.url()}`); } });
      await page.setViewport(viewport);
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await page.goto(address + path, { waitUntil: 'load' });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > viewport.width) { found.tooWide.push(`${name} is ${width} px wide on a ${size}`); }
      if (pictures) { await page.screenshot({ path: `${pictures}/${name}-${size}-${scheme}.png`, fullPage: true }); }
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      for (const { id, impact, nodes } of violations.filter((one) => ['serious', 'critical'].includes(one.impact))) {
        found.violations.push(`${name} (${size}, ${scheme}): ${impact} ${id} ×${nodes.length}: ${nodes[0].html.slice(0, 140)}`);
      }
      await page.close();
    }
  }
}

// One answer on the page: an option or a place of the board, looked at and sent. false: nothing is asked.
async function answer(page, path, found) {
  const response = await page.goto(address + path, { waitUntil: 'load' });
  const bytes = (await response.buffer()).length;
  found.heaviest = Math.max(found.heaviest, bytes);
  const waits = await page.$('section.asked');
  if (!waits) { return false; }
  const options = await page.$$eval('.asked a[href^="?"]', (all) => all.map((one) => one.getAttribute('href')));
  if (options.length === 0) { return false; }
  // Folded options are links all the same.
  await page.goto(address + path + pick(options), { waitUntil: 'load' });
  let button = await page.$('.preview button');
  if (!button) {
    const more = await page.$$eval('.asked a[href^="?"]', (all) => all.map((one) => one.getAttribute('href')));
    await page.goto(address + path + pick(more.filter((one) => one.includes('choice='))), { waitUntil: 'load' });
    button = await page.$('.preview button');
  }
  if (!button) { throw new Error(`nothing to send: ${await page.content()}`); }
  await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), button.click()]);
  if (await page.$('[role=alert]')) { throw new Error(`refused: ${await page.content()}`); }
  if (!(await page.$('[role=status]'))) { throw new Error(`not said to be done: ${await page.content()}`); }
  return true;
}

(async () => {
  const browser = await puppeteer.launch({ executablePath: 'chromium-headless-shell', args: ['--no-sandbox'] }).catch(() =>
    puppeteer.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] }));
  const tokens = {};
  for (const [name, language] of PLAYERS) {
    const password = 'a longer ship west';
    await call('/v1/accounts', { name, email: `${name.toLowerCase()}@example.org`, password, language });
    tokens[name] = (await call('/v1/sessions', { login: name, password })).access_token;
  }
  const found = { tooWide: [], violations: [], blocked: [], heaviest: 0, given: 0 };
  for (const ruleset of ['landnam', 'settlers', 'nord']) {
    const game = await call('/v1/games', { ruleset, seats: PLAYERS.length, clock: { type: 'untimed' } }, tokens.Aud);
    for (const [name] of PLAYERS.slice(1)) { await call(`/v1/games/${game.id}/join`, {}, tokens[name]); }
    const pages = await links(game.id);
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.setViewport(SIZES[0][1]);
    for (let given = 0, idle = 0; given < Number(answers) && idle < PLAYERS.length;) {
      const [name] = PLAYERS[(given + idle) % PLAYERS.length];
      const acted = await answer(page, pages[name.toLowerCase()], found);
      if (acted) { given += 1; idle = 0; found.given += 1; } else { idle += 1; }
    }
    await page.close();
    for (const [name, language] of PLAYERS) { await look(browser, pages[name.toLowerCase()], `${ruleset}-${language}`, found); }
  }
  await browser.close();
  for (const lines of [found.tooWide, found.violations, found.blocked]) { for (const line of lines) { console.log(line); } }
  console.log(JSON.stringify({
    answers: found.given,
    heaviest_kb: Math.round(found.heaviest / 1024),
    too_wide: found.tooWide.length,
    violations: found.violations.length,
    blocked: found.blocked.length,
  }));
})().catch((error) => { console.error(error); process.exit(1); });
