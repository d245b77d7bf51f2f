// See home.sh.
const { createServer } = require('node:http');
const { Mailbox } = require('./mail.cjs');
const { Reader, launched } = require('./browser.cjs');

const [address, folder] = process.argv.slice(2);
const box = new Mailbox(folder);
const EMAIL = 'aud@example.org';
const PASSWORD = 'a longer ship west';
const found = { remembered: 0, protected_cookie: 0, booked: 0, played: 0, refused: 0, framed: 0, signed_out: 0, replayed: 0 };

async function call(method, path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) { throw new Error(`${path}: ${response.status} ${await response.text()}`); }
  return response.status === 204 ? {} : response.json();
}

// A site on another port. For a browser that is the same site, so it sends a `SameSite=Lax` cookie with its forms.
async function attacker(fields) {
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`).join('');
  const html = `<!DOCTYPE html><form method="post" action="${address}/home">${inputs}<button>Win a prize</button></form>
    <iframe src="${address}/home"></iframe>`;
  const server = createServer((_, response) => { response.setHeader('content-type', 'text/html'); response.end(html); });
  await new Promise((ready) => { server.listen(0, '127.0.0.1', ready); });
  return server;
}

(async () => {
  const browser = await launched();
  await call('POST', '/v1/accounts', { name: 'Aud', email: EMAIL, password: PASSWORD });
  const token = (await call('POST', '/v1/sessions', { login: 'Aud', password: PASSWORD })).access_token;
  const me = () => call('GET', '/v1/me', undefined, token);
  const reader = await Reader.at(browser, address);
  await reader.open('/account');
  await reader.press('', { email: EMAIL });
  const link = (await box.latest(EMAIL, '/account/')).link;
  await reader.open(link);
  await reader.press('mail_code');
  const mail = await box.awaited(EMAIL, 'code', (one) => /^[0-9A-Z]{4} [0-9A-Z]{4}$/m.test(one.text));
  const [code] = /^[0-9A-Z]{4} [0-9A-Z]{4}$/m.exec(mail.text);
  await reader.press('remember_device', { code });
  found.remembered = Number(reader.where() === '/home?done=device_remembered');
  const [cookie] = await browser.cookies();
  const days = (cookie.expires * 1000 - Date.now()) / 86_400_000;
  found.protected_cookie = Number(cookie.httpOnly && cookie.sameSite === 'Lax' && cookie.path === '/' && days > 300);
  // Its own forms are taken.
  await reader.open('/home?show=times');
  const days_ahead = (count) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
  await reader.press('book_vacation', { first_day: days_ahead(20), last_day: days_ahead(21) });
  found.booked = (await call('GET', '/v1/me/availability', undefined, token)).vacations.length;
  const game = await call('POST', '/v1/games', { ruleset: 'settlers', seats: 3, bots: ['steady', 'steady'], clock: { type: 'untimed' } }, token);
  for (let tries = 0; tries < 100 && found.played === 0; tries += 1) {
    await reader.open(`/play/${game.id}`);
    const [first] = [...await reader.answers(), ...(await reader.places()).map((place) => [place])];
    if (first) {
      await reader.answer(`/play/${game.id}`, first[0]);
      found.played = 1;
    } else {
      await new Promise((later) => { setTimeout(later, 200); });
    }
  }
  // Those of another origin are not, even with the token of a page that somebody has seen.
  await reader.open('/home?show=settings');
  const form_token = await reader.page.$eval('input[name=form_token]', (one) => one.value);
  const profile = { press: 'set_profile', name: 'Owned', language: 'en', time_zone: 'UTC', about: '' };
  for (const fields of [profile, { ...profile, form_token }, { press: 'end_links' }, { press: 'mail_code', purpose: 'make_token' }]) {
    const site = await attacker(fields);
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${site.address().port}/`, { waitUntil: 'load' });
    for (const frame of page.frames().slice(1)) { found.framed += Number((await frame.content().catch(() => '')).includes('Aud')); }
    const [answer] = await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), page.click('button')]);
    found.refused += Number(answer.status() === 403);
    await page.close();
    site.close();
  }
  if ((await me()).name !== 'Aud') { throw new Error('a form of another site was taken'); }
  await reader.open('/home?show=access');
  await reader.press('end_device');
  await reader.open('/home');
  found.signed_out = Number((await reader.page.$('input[type=email]')) !== null);
  await browser.setCookie(cookie);
  await reader.open('/home');
  found.replayed = Number((await reader.page.$('input[type=email]')) === null);
  await browser.close();
  console.log(JSON.stringify(found));
})().catch((error) => { console.error(error); process.exit(1); });
