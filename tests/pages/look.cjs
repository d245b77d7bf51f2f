// See look.sh.
const { mkdirSync, readFileSync } = require('node:fs');
const { Mailbox } = require('./mail.cjs');
const { Reader, launched } = require('./browser.cjs');

const [address, folder, answers] = process.argv.slice(2);
const pictures = process.env.PICTURES;
if (pictures) { mkdirSync(pictures, { recursive: true }); }
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = [['phone', { width: 390, height: 844, isMobile: true, hasTouch: true }], ['desk', { width: 1280, height: 900 }]];
const SCHEMES = ['light', 'dark'];
const PLAYERS = [['Aud', 'en'], ['Bjarni', 'nn'], ['Cnut', 'sv'], ['Dalla', 'de']];
const PASSWORD = 'a longer ship west';
const RULESETS = ['landnam', 'settlers', 'nord'];

const box = new Mailbox(folder);
const email = (name) => `${name.toLowerCase()}@example.org`;
const found = { tooWide: [], violations: [], blocked: [], unreachable: [], heaviest: 0, largestMail: 0, slowest: 0, given: 0, pages: 0, mails: 0 };

// The same game each time.
let state = 7;
const pick = (list) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return list[Math.floor((state / 2147483648) * list.length)];
};

async function call(method, path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) { throw new Error(`${path}: ${response.status} ${await response.text()}`); }
  return response.status === 204 ? {} : response.json();
}

// Fits, and can be read by everyone.
async function examine(page, name, size, scheme, width) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > width) { found.tooWide.push(`${name} is ${wide} px wide on a ${size}`); }
  if (pictures) { await page.screenshot({ path: `${pictures}/${name.replace(/\W+/g, '-')}-${size}-${scheme}.png`, fullPage: true }); }
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  for (const { id, impact, nodes } of violations.filter((one) => ['serious', 'critical'].includes(one.impact))) {
    found.violations.push(`${name} (${size}, ${scheme}): ${impact} ${id} ×${nodes.length}: ${nodes[0].html.slice(0, 140)}`);
  }
}

// Everything that can be operated is reached with the Tab key, and is seen to be.
async function tabThrough(page, name) {
  // What is folded is unfolded first: it is reached once it is seen.
  await page.$$eval('details', (all) => all.forEach((one) => { one.open = true; }));
  const wanted = await page.evaluate(() => {
    const all = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')];
    // Of the radio buttons of a group one is reached, the others by arrows; the parts of a date take a press each.
    const seen = all.filter((one) => one.getClientRects().length > 0 && (one.type !== 'radio' || one.checked));
    seen.forEach((one, at) => { one.dataset.place = at; });
    return seen.length;
  });
  const reached = new Set();
  let unseen = 0;
  for (let presses = 0; presses < wanted + 40 && reached.size < wanted; presses += 1) {
    await page.keyboard.press('Tab');
    const [place, outlined] = await page.evaluate(() => {
      const one = document.activeElement;
      const style = getComputedStyle(one);
      return [one?.dataset?.place, one === document.body || style.outlineStyle !== 'none' || one.closest('svg') !== null];
    });
    if (place !== undefined) { reached.add(place); unseen += outlined ? 0 : 1; }
  }
  if (reached.size < wanted) { found.unreachable.push(`${name}: ${wanted - reached.size} of ${wanted} can't be reached with the Tab key`); }
  if (unseen > 0) { found.unreachable.push(`${name}: ${unseen} don't show that they have the focus`); }
}

async function look(browser, path, name, language) {
  for (const [size, viewport] of SIZES) {
    for (const scheme of SCHEMES) {
      const page = await browser.newPage();
      page.on('console', (message) => { if (message.type() === 'error' && !/status of [45]/.test(message.text())) { found.blocked.push(`${name}: ${message.text()}`); } });
      page.on('request', (request) => { if (!request.url().startsWith(address) && !request.url().startsWith('data:')) { found.blocked.push(`${name} asks ${request.url()}`); } });
      await page.setViewport(viewport);
      await page.setExtraHTTPHeaders({ 'accept-language': language });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      const response = await page.goto(address + path, { waitUntil: 'load' });
      found.heaviest = Math.max(found.heaviest, (await response.buffer()).length);
      const { receiveHeadersEnd, sendEnd } = response.timing() ?? {};
      found.slowest = Math.max(found.slowest, receiveHeadersEnd - sendEnd || 0);
      const lang = await page.$eval('html', (html) => html.lang);
      if (lang !== language) { found.violations.push(`${name} is in ${lang}, not in ${language}`); }
      if (size === 'desk' && scheme === 'light') { await tabThrough(page, name); }
      await examine(page, name, size, scheme, viewport.width);
      await page.close();
    }
  }
  found.pages += 1;
}

async function lookAtMail(browser, mail, name) {
  const html = Object.entries(mail.pictures).reduce((text, [id, data]) => text.replaceAll(`cid:${id}`, data), mail.html);
  for (const [size, viewport] of SIZES) {
    for (const scheme of SCHEMES) {
      const page = await browser.newPage();
      await page.setViewport(viewport);
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await page.setContent(html, { waitUntil: 'load' });
      await examine(page, name, size, scheme, viewport.width);
      await page.close();
    }
  }
  found.largestMail = Math.max(found.largestMail, mail.bytes);
  found.mails += 1;
}

// One move on the page: by its button at once, or by an option or a place of the board that is looked at first. false:
// nothing is asked.
async function answer(reader, path) {
  await reader.open(path);
  const moves = (await reader.answers()).map(([option]) => option);
  const options = [...moves, ...await reader.places()];
  if (options.length === 0) { return false; }
  let option = pick(options);
  if (!option.action) { await reader.open(path + option); }
  // Several moves at one place are a list again.
  if (!option.action && !(await reader.page.$('.preview button'))) {
    option = pick(await reader.answers())[0];
    if (!option.action) { await reader.open(path + option); }
  }
  await (option.action ? reader.pressAtOnce(option.action) : reader.press('act'));
  return true;
}

// The same with the keyboard alone: from the first answer to the button that sends it.
async function answerByKeyboard(reader, path) {
  await reader.open(path);
  const focus = async (selector) => {
    for (let presses = 0; presses < 300; presses += 1) {
      await reader.page.keyboard.press('Tab');
      if (await reader.page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) { return; }
    }
    throw new Error(`${selector} is not reached with the Tab key`);
  };
  const enter = () => Promise.all([reader.page.waitForNavigation({ waitUntil: 'load' }), reader.page.keyboard.press('Enter')]);
  await reader.page.$$eval('details', (all) => all.forEach((one) => { one.open = true; }));
  await focus('.options a[href*="choice="]');
  await enter();
  await focus('.preview button');
  await enter();
  if (!(await reader.page.$('[role=status]'))) { throw new Error(`not done by keyboard: ${await reader.page.content()}`); }
}

(async () => {
  const browser = await launched();
  const [tokens, ids] = [{}, {}];
  for (const [name, language] of PLAYERS) {
    await call('POST', '/v1/accounts', { name, email: email(name), password: PASSWORD, language });
    tokens[name] = (await call('POST', '/v1/sessions', { login: name, password: PASSWORD })).access_token;
    ids[name] = (await call('GET', '/v1/me', undefined, tokens[name])).id;
  }
  const reader = await Reader.at(browser, address);
  for (const ruleset of RULESETS) {
    const game = await call('POST', '/v1/games', { ruleset, seats: PLAYERS.length, clock: { type: 'untimed' } }, tokens.Aud);
    for (const [name] of PLAYERS.slice(1)) { await call('POST', `/v1/games/${game.id}/join`, {}, tokens[name]); }
    const pages = {};
    for (const [name] of PLAYERS) {
      pages[name] = (await box.awaited(email(name), '/seat/', (mail) => mail.id.startsWith(game.id) && mail.link)).link;
    }
    for (let given = 0, idle = 0; given < Number(answers) && idle < PLAYERS.length;) {
      const [name] = PLAYERS[(given + idle) % PLAYERS.length];
      const acted = await answer(reader, pages[name]);
      if (acted) { given += 1; idle = 0; found.given += 1; } else { idle += 1; }
    }
    for (const [name, language] of PLAYERS) {
      const label = `${ruleset} ${language}`;
      await reader.open(pages[name]);
      const [option] = await reader.page.$$eval('.asked a[href^="?decision="]', (all) => all.map((one) => one.getAttribute('href')));
      await look(browser, pages[name], `${label} seat`, language);
      if (option) { await look(browser, pages[name] + option, `${label} preview`, language); }
      await look(browser, `${pages[name]}?show=board`, `${label} large board`, language);
      await look(browser, `${pages[name]}?show=orders`, `${label} orders`, language);
      await look(browser, `/games/${game.id}`, `${label} public`, language);
      await look(browser, `/rules/${ruleset}`, `${label} rules`, language);
    }
    for (const [name] of PLAYERS) {
      await reader.open(pages[name]);
      if (await reader.page.$('.asked .options a[href*="choice="]')) { await answerByKeyboard(reader, pages[name]); break; }
    }
    const vote = await call('POST', `/v1/games/${game.id}/votes`, { kind: 'end_by_ranking' }, tokens.Aud);
    if (ruleset === RULESETS[0]) {
      await call('POST', `/v1/games/${game.id}/messages`, { text: 'Well played,\neverybody!' }, tokens.Aud);
      for (const [name, language] of PLAYERS) {
        for (const part of ['table', 'mails', 'channels']) { await look(browser, `${pages[name]}?show=${part}`, `${part} ${language}`, language); }
      }
    }
    for (const [name] of PLAYERS.slice(1)) { await call('POST', `/v1/games/${game.id}/votes/${vote.id}/ballots`, { ballot: 'yes' }, tokens[name]); }
    for (const [name, language] of PLAYERS) { await look(browser, pages[name], `${ruleset} ${language} over`, language); }
  }
  // A competition: open, and with standings and tables.
  const terms = { name: 'Autumn cup of the long names', form: { type: 'swiss', rounds: 3 }, tables: { size: 2 }, games: { ruleset: 'nord' }, bots: ['steady', 'steady', 'steady', 'steady'] };
  for (const status of ['open', 'running']) {
    const cup = await call('POST', '/v1/competitions', terms, tokens.Aud);
    for (const [name] of PLAYERS) { await call('POST', `/v1/competitions/${cup.id}/sign-up`, {}, tokens[name]); }
    if (status === 'running') {
      await call('POST', `/v1/competitions/${cup.id}/rounds`, { round: 1 }, tokens.Aud);
      const has = async (place) => {
        const { items } = await call('GET', `/v1/competitions/${cup.id}/rounds`);
        return items[0].tables.some((table) => table[place] !== null);
      };
      // Two bots end their game by themselves.
      for (let tries = 0; tries < 300 && !(await has('ended_at')); tries += 1) { await new Promise((later) => { setTimeout(later, 200); }); }
    }
    for (const [, language] of PLAYERS) { await look(browser, `/competitions/${cup.id}`, `competition ${status} ${language}`, language); }
  }
  for (const [, language] of PLAYERS) { await look(browser, '/competitions', `competitions ${language}`, language); }
  // A club: one waits to be let in, the others share their hours, and write.
  const defaults = { ruleset: 'nord', clock: { type: 'plain', hours: 36 } };
  const club = await call('POST', '/v1/clubs', { name: 'Friday sagas of the long names', about: 'A move a day,\nfor years.', defaults }, tokens.Aud);
  const terms_of_games = { ruleset: 'nord', seats: 3, club_id: club.id };
  for (const [at, [name]] of PLAYERS.entries()) {
    await call('PATCH', '/v1/me', { shares_availability: true }, tokens[name]);
    await call('PUT', '/v1/me/availability', { sleep: { from: '22:00', until: `0${at + 5}:00` }, days_off: at % 2 ? ['saturday', 'sunday'] : [] }, tokens[name]);
    if (name !== 'Aud') {
      const { account_id: account } = await call('POST', `/v1/clubs/${club.id}/join`, {}, tokens[name]);
      if (name !== 'Dalla') {
        await call('PUT', `/v1/clubs/${club.id}/members/${account}`, { role: 'member' }, tokens.Aud);
        await call('POST', `/v1/clubs/${club.id}/messages`, { text: 'Well met,\neverybody! Who takes the third seat on Friday?' }, tokens[name]);
        await call('POST', '/v1/games', { ...terms_of_games, name: `Saga of ${name}` }, tokens[name]);
      }
    }
  }
  await call('POST', '/v1/competitions', { ...terms, name: 'Cup of the club', club_id: club.id }, tokens.Aud);
  for (const [, language] of PLAYERS) {
    await look(browser, `/clubs/${club.id}`, `club ${language}`, language);
    await look(browser, '/clubs', `clubs ${language}`, language);
  }
  // Invitations, tables that wait, accounts.
  for (const [at, [name, language]] of PLAYERS.entries()) {
    const [owner] = PLAYERS[(at + 1) % PLAYERS.length];
    const terms = { ruleset: 'nord', seats: 3, visibility: 'private', start: 'on_confirmation', description: 'For all.', name: `Club of ${owner}` };
    const game = await call('POST', '/v1/games', terms, tokens[owner]);
    await call('POST', `/v1/games/${game.id}/invitations`, { name, reserve: true }, tokens[owner]);
    const invitation = (await box.latest(email(name), '/invite/')).link;
    await look(browser, invitation, `invitation ${language}`, language);
    await reader.open(invitation);
    await reader.press('accept');
    await look(browser, reader.where(), `waiting ${language}`, language);
    await look(browser, invitation, `accepted ${language}`, language);
    await call('POST', `/v1/games/${game.id}/invitations`, { email: `new${at}@example.net` }, tokens[owner]);
    await look(browser, (await box.latest(`new${at}@example.net`, '/invite/')).link, `invitation of a stranger ${language}`, language);
    await look(browser, '/account', `ask ${language}`, language);
    // The page of an app before somebody is logged in, and that where the code of a program is typed.
    const asks = { response_type: 'code', client_id: 'Longship for Android', redirect_uri: 'https://a-rather-long-host-name.longship.example/back', scope: 'games:read games:play social:write', code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
    for (const [path, name] of [[`/oauth/authorize?${new URLSearchParams(asks)}`, 'app'], ['/device', 'device']]) { await look(browser, path, `${name} ${language}`, language); }
    await look(browser, `/seat/${'x'.repeat(43)}`, `dead link ${language}`, language);
    for (const to of [email(name), `stranger${at}@example.net`]) {
      await reader.page.setExtraHTTPHeaders({ 'accept-language': language });
      await reader.open('/account');
      await reader.press('', { email: to });
    }
    const account = (await box.latest(email(name), '/account/')).link;
    for (const part of ['', '?show=games', '?show=competitions', `?show=club&id=${club.id}`, '?show=times', '?show=mails', '?show=news', '?show=settings', '?show=access']) { await look(browser, account + part, `account${part} ${language}`, language); }
    await look(browser, (await box.latest(`stranger${at}@example.net`, '/sign-up/')).link, `sign-up ${language}`, language);
    const handed = await call('POST', '/v1/games', { ruleset: 'nord', seats: 2, clock: { type: 'untimed' } }, tokens[owner]);
    const [other] = PLAYERS[(at + 2) % PLAYERS.length];
    await call('POST', `/v1/games/${handed.id}/join`, {}, tokens[other]);
    const [mine] = (await call('GET', `/v1/games/${handed.id}`, undefined, tokens[owner])).seats.filter((one) => one.account === ids[owner]);
    await call('POST', `/v1/games/${handed.id}/votes`, { kind: 'replace_seat', seat: mine.seat, account: ids[name] }, tokens[owner]);
    await look(browser, (await box.latest(email(name), '/offer/')).link, `offer ${language}`, language);
    await call('POST', '/v1/accounts/reset', { email: email(name) });
    await call('POST', '/v1/me/email', { email: `elsewhere${at}@example.org`, password: PASSWORD }, tokens[name]);
    for (const part of ['/accounts/reset?', '/accounts/email?', '/unsubscribe/']) {
      await look(browser, await box.path(email(name), part), `${part} ${language}`, language);
    }
    // The owner's page has more buttons.
    await reader.open(account);
    const own = await reader.page.$$eval('form', (all) => all.map((form) => [form.textContent, form.querySelector('input[name=game]')?.value]));
    const waiting = own.find(([text, id]) => id && text.includes(`Club of ${name}`));
    if (waiting) {
      await reader.page.$$eval('form', (all, id) => all.forEach((form) => { if (form.querySelector('input[name=game]')?.value !== id) { form.remove(); } }), waiting[1]);
      await reader.press('open');
      await look(browser, reader.where(), `owner ${language}`, language);
    }
  }
  box.fetch();
  const kinds = new Map();
  for (const mail of box.all) {
    const [, language] = PLAYERS.find(([name]) => mail.to === email(name)) ?? [mail.to, 'a stranger'];
    kinds.set(`mail ${mail.id.split('@')[0].split('.').filter((part) => /^[a-z_-]{4,}$/.test(part)).join(' ')} ${mail.link.split('/')[1]} ${language}`, mail);
  }
  for (const [name, mail] of kinds) { await lookAtMail(browser, mail, name); }
  await browser.close();
  for (const lines of [found.tooWide, found.violations, found.blocked, found.unreachable]) { for (const line of lines) { console.log(line); } }
  console.log(JSON.stringify({
    answers: found.given,
    pages: found.pages,
    mails: found.mails,
    heaviest_kb: Math.ceil(found.heaviest / 1024),
    largest_mail_kb: Math.ceil(found.largestMail / 1024),
    slowest_ms: Math.ceil(found.slowest),
    too_wide: found.tooWide.length,
    violations: found.violations.length,
    blocked: found.blocked.length,
    unreachable: found.unreachable.length,
  }));
})().catch((error) => { console.error(error); process.exit(1); });
