// See docs.sh.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { launched } = require('./browser.cjs');

const [address, token, before] = process.argv.slice(2);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
// Operations of every size.
const COSTED = ['create_action', 'create_game', 'get_game_view', 'list_legal_actions', 'update_game', 'stream_game', 'get_me', 'get_health'];
const ROUNDS = 7;
const PHONE = { width: 390, height: 844, isMobile: true };
const figures = { searches: 0, tried: 0, refused: 0, streamed: 0, pictures: 0, logged_in: 0, log_ins_refused: 0, violations: [], blocked: [], too_wide: [], small: [] };
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const pressed = async (page, ...keys) => { for (const key of keys) { await page.keyboard.press(key); } };

async function opened(browser, path, viewport = { width: 1280, height: 900 }) {
  const page = await browser.newPage();
  page.on('console', (message) => { if (message.type() === 'error' && !/status of 4|404/.test(message.text())) { figures.blocked.push(`${path}: ${message.text()}`); } });
  page.on('pageerror', (error) => figures.blocked.push(`${path}: ${error.message}`));
  page.on('request', (request) => { if (!/^(blob:)?http/.test(request.url()) || !request.url().replace('blob:', '').startsWith(address)) { figures.blocked.push(`${path} asks ${request.url()}`); } });
  await page.setViewport(viewport);
  await page.goto(address + path, { waitUntil: 'load' });
  return page;
}

// What everyone needs to read and operate the page as it is now.
async function judged(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  for (const { id, nodes } of violations) { figures.violations.push(`${what}: ${id} ×${nodes.length}: ${nodes[0].html.slice(0, 120)}`); }
}

// Goes on by the tab key until what has the focus fits.
async function reached(page, selector, most = 120) {
  for (let keys = 0; keys < most; keys += 1) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) { return; }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector} can't be reached by keyboard on ${page.url()}`);
}

// Looks for something by the keyboard alone; gives where that leads.
async function sought(browser, words, keys) {
  const page = await opened(browser, '/docs');
  await page.keyboard.press('/');
  await page.keyboard.type(words);
  await page.waitForSelector('#found li');
  // The last letter is answered, too.
  await pause(100);
  await judged(page, `searching for ${words}`);
  await pressed(page, ...keys);
  const going = page.waitForNavigation({ waitUntil: 'load' });
  await page.keyboard.press('Enter');
  await going;
  const path = page.url().slice(address.length);
  await page.close();
  return path;
}

async function search(browser) {
  const wanted = [
    ['create action', [], '/docs/operations/create_action'],
    ['decision_closed', [], '/docs/errors/decision_closed'],
    ['NordGameView', [], '/docs/schemas/NordGameView'],
    ['places of a board', [], '/docs/guide#places-of-a-board'],
    ['take-back', ['ArrowDown', 'ArrowUp'], '/docs/operations/take_back'],
  ];
  for (const [words, keys, place] of wanted) {
    const found = await sought(browser, words, keys);
    if (found === place) { figures.searches += 1; } else { console.log(`${words}: ${found} and not ${place}`); }
  }
}

// The status is shown before the body has come; the button that stops a request goes when all of it is there.
const answered = () => document.querySelector('#outcome').textContent.includes(' after ') && document.querySelector('#stop').hidden;

// Fills in the form and sends it by the keyboard alone; gives what the page then says.
async function tried(browser, operation, fields = {}, body = null, wait = answered) {
  const page = await opened(browser, `/docs/operations/${operation}`);
  if (await page.$('#token')) {
    await reached(page, '#token');
    await page.keyboard.type(token);
  }
  for (const [name, value] of Object.entries(fields)) {
    await reached(page, `#try [name="${name}"]`);
    await page.keyboard.down('Control'); await page.keyboard.press('a'); await page.keyboard.up('Control');
    await page.keyboard.type(value);
  }
  if (body) {
    await reached(page, '#body');
    await page.keyboard.down('Control'); await page.keyboard.press('a'); await page.keyboard.up('Control');
    await page.keyboard.type(body);
  }
  await reached(page, '#try button[type=submit]');
  await page.keyboard.press('Enter');
  await page.waitForFunction(wait, { timeout: 30_000 });
  const said = await page.evaluate(() => ({
    outcome: document.querySelector('#outcome').textContent, headers: document.querySelector('#headers').textContent,
    body: document.querySelector('#content-sent').textContent, width: document.querySelector('#picture').naturalWidth,
  }));
  await judged(page, `${operation} tried`);
  await page.close();
  return said;
}

async function tries(browser) {
  const made = await tried(browser, 'create_game', {}, '{"ruleset": "nord", "seats": 3, "bots": ["steady", "steady"]}');
  const game = made.outcome.startsWith('201') ? JSON.parse(made.body) : console.log(made);
  figures.tried += Number(game?.ruleset === 'nord' && /^etag: /m.test(made.headers));
  const game_id = game?.id ?? '';
  const legal = await tried(browser, 'list_legal_actions', { game_id });
  figures.tried += Number(legal.outcome.startsWith('200') && JSON.parse(legal.body).ruleset === 'nord');
  const [{ decision, actions }] = JSON.parse(legal.body).decisions;
  const acted = await tried(browser, 'create_action', { game_id }, JSON.stringify({ ruleset: 'nord', decision: decision.id, action: actions[0] }));
  figures.tried += Number(acted.outcome.startsWith('201') || acted.outcome.startsWith('200'));
  const again = await tried(browser, 'create_action', { game_id }, '{"ruleset": "nord", "decision": "none", "action": {"type": "pass"}}');
  figures.refused += Number(/^4\d\d /.test(again.outcome) && /"code": "/.test(again.body));
  const picture = await tried(browser, 'get_board_png', { game_id }, null, () => document.querySelector('#picture').naturalWidth > 0);
  figures.pictures += Number(picture.width > 300);
  const stream = await tried(browser, 'stream_game', { game_id }, null, () => /^event: opened$/m.test(document.querySelector('#content-sent').textContent));
  figures.streamed += Number(stream.outcome.startsWith('200'));
}

// What an authorization server of ours sees of a log-in, and what the page makes of its answer. `answer` gives the address
// to which the browser is sent back.
async function logIn(browser, answer) {
  const page = await opened(browser, '/docs/operations/get_me');
  const seen = {};
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/.well-known/oauth-authorization-server') {
      request.respond({ contentType: 'application/json', body: JSON.stringify({ issuer: address }) });
    } else if (url.pathname === '/oauth/authorize') {
      seen.asked = Object.fromEntries(url.searchParams);
      request.respond({ status: 302, headers: { Location: answer(seen.asked) } });
    } else if (url.pathname === '/oauth/token') {
      seen.exchanged = Object.fromEntries(new URLSearchParams(request.postData()));
      request.respond({ contentType: 'application/json', body: JSON.stringify({ access_token: token, token_type: 'Bearer', scope: seen.asked.scope }) });
    } else { request.continue(); }
  });
  await page.click('#log-in');
  await page.waitForFunction(() => document.querySelector('#token')?.value || /not begun|another server|denied/.test(document.querySelector('#logged-in')?.textContent ?? ''), { timeout: 30_000 });
  seen.token = await page.evaluate(() => document.querySelector('#token')?.value ?? '');
  seen.path = page.url().slice(address.length);
  await page.close();
  return seen;
}

async function logIns(browser) {
  const back = (asked, more) => `${asked.redirect_uri}?${new URLSearchParams({ state: asked.state, iss: address, ...more })}`;
  const { asked, exchanged, token: given, path } = await logIn(browser, (one) => back(one, { code: 'a code' }));
  const proof = exchanged && createHash('sha256').update(exchanged.code_verifier).digest('base64url');
  figures.logged_in += Number(given === token && path === '/docs/operations/get_me#try' && asked.code_challenge_method === 'S256'
    && asked.code_challenge === proof && exchanged.redirect_uri === asked.redirect_uri && asked.scope.includes('account:read'));
  for (const more of [{ code: 'x', state: 'of another' }, { code: 'x', iss: 'https://other.example.org' }, { error: 'access_denied', error_description: 'denied' }]) {
    const refused = await logIn(browser, (one) => back(one, more));
    figures.log_ins_refused += Number(!refused.token && !refused.exchanged);
  }
}

// On a phone: nothing is wider than the screen, and what is not within a sentence is at least 24 px high.
async function onPhones(browser) {
  for (const path of ['/docs', '/docs/guide', '/docs/schemas', '/docs/errors', '/docs/operations/create_action', '/docs/schemas/GameView', '/docs/schemas/LandnamGameEvent']) {
    const page = await opened(browser, path, PHONE);
    for (const details of await page.$$('main details')) { await details.evaluate((one) => { one.open = true; }); }
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > PHONE.width) { figures.too_wide.push(`${path} is ${width} px wide`); }
    const small = await page.$$eval('a, summary, button, input, select', (all) => all.filter((one) => {
      const { height, width: wide } = one.getBoundingClientRect();
      const inSentence = one.closest('p, dd, dt, td, .type') || (one.closest('main li') && one.parentElement.textContent.trim() !== one.textContent.trim());
      return height > 0 && wide > 0 && height < 23.9 && !inSentence && !one.matches('.skip');
    }).map((one) => one.outerHTML.slice(0, 90)));
    figures.small.push(...small.slice(0, 3).map((one) => `${path}: ${small.length} targets such as ${one}`));
    await page.close();
  }
}

// What a page costs the main thread: scripts, styles, layout and painting, in milliseconds.
async function cost(browser, url, withScripts = true) {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(withScripts);
  await page.setViewport({ width: 1280, height: 900 });
  const session = await page.createCDPSession();
  await session.send('Performance.enable');
  const busy = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  const start = await busy();
  await page.goto(url, { waitUntil: 'load' });
  await pause(80);
  const spent = (await busy()) - start;
  await page.close();
  return spent;
}

const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];

// Each operation's page beside the same page without scripts, and beside that of another server if there is one.
async function costs(browser) {
  const ratios = { without: [], before: [] };
  for (const id of COSTED) {
    const spent = { now: [], without: [], before: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      spent.now.push(await cost(browser, `${address}/docs/operations/${id}`));
      spent.without.push(await cost(browser, `${address}/docs/operations/${id}`, false));
      if (before) { spent.before.push(await cost(browser, `${before}/docs/operations/${id}`)); }
    }
    const [now, without, old] = [spent.now, spent.without, spent.before].map(median);
    console.log(`${id}: ${now.toFixed(1)} ms, without scripts ${without.toFixed(1)}${before ? `, before ${old.toFixed(1)}` : ''}`);
    ratios.without.push(now / without);
    if (before) { ratios.before.push(now / old); }
  }
  figures.cost_beside_no_script = Number(Math.max(...ratios.without).toFixed(2));
  if (before) { figures.cost_beside_before = Number(Math.max(...ratios.before).toFixed(2)); }
}

(async () => {
  const browser = await launched();
  await search(browser);
  await tries(browser);
  await logIns(browser);
  await onPhones(browser);
  await costs(browser);
  await browser.close();
  for (const lines of [figures.violations, figures.blocked, figures.too_wide, figures.small]) { for (const line of lines) { console.log(line); } }
  const counted = Object.entries(figures).map(([name, value]) => [name, Array.isArray(value) ? value.length : value]);
  console.log(JSON.stringify(Object.fromEntries(counted)));
})().catch((error) => { console.error(error); process.exit(1); });
