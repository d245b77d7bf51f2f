// What a browser is made to do that it must not: see run.sh. `refused` counts those that came to nothing.
const { createServer } = require('node:http');
const { Mailbox } = require('../pages/mail.cjs');
const { Reader, launched } = require('../pages/browser.cjs');

const { ADDRESS: address, MAIL_FOLDER: folder } = process.env;
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

function page(redirect, more = {}) {
  const query = { response_type: 'code', client_id: 'Otter', redirect_uri: redirect, scope: 'games:read', code_challenge: challenge, code_challenge_method: 'S256', ...more };
  return `/oauth/authorize?${new URLSearchParams(query)}`;
}

async function site(html) {
  const seen = [];
  const server = createServer((request, response) => {
    seen.push(request.url);
    response.setHeader('content-type', 'text/html');
    response.end(html);
  });
  await new Promise((ready) => { server.listen(0, '127.0.0.1', ready); });
  return { server, seen, url: `http://127.0.0.1:${server.address().port}` };
}

(async () => {
  const outcome = { attacks: 0, refused: 0 };
  const count = (name, isRefused) => {
    outcome.attacks += 1;
    outcome.refused += Number(isRefused);
    if (!isRefused) { console.error(`not refused: ${name}`); }
  };
  const browser = await launched();
  const victim = await Reader.at(browser, address);
  const own = await site('back');
  const here = page(`${own.url}/back`);
  await victim.open(here);
  await victim.press('use_password', { login: 'Aud', password: 'a longer ship west' });

  // Framed by another site, with the cookie of the same machine.
  const framing = await site(`<!DOCTYPE html><iframe src="${address}${here}"></iframe>`);
  const framed = await victim.page.browser().newPage();
  await framed.goto(framing.url, { waitUntil: 'load' });
  const inside = await Promise.all(framed.frames().slice(1).map((frame) => frame.content().catch(() => '')));
  count('framing', inside.every((text) => !text.includes('Otter')));

  // A form of another site that presses the button, with the token of a page that somebody has seen.
  const token = await victim.page.$eval('input[name=form_token]', (one) => one.value);
  for (const fields of [{ press: 'allow', form_token: token }, { press: 'allow' }]) {
    const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`).join('');
    const forging = await site(`<!DOCTYPE html><form method="post" action="${address}${here.replaceAll('&', '&amp;')}">${inputs}<button>Win</button></form>`);
    const tab = await browser.newPage();
    await tab.goto(forging.url, { waitUntil: 'load' });
    const [answer] = await Promise.all([tab.waitForNavigation({ waitUntil: 'load' }), tab.click('button')]);
    count('a form of another site', answer.status() === 403 && own.seen.length === 0);
  }

  // An open redirect: a request that can't be allowed leads nowhere by itself.
  for (const more of [{ scope: 'admin' }, { code_challenge_method: 'plain' }, { response_type: 'token' }]) {
    const status = await victim.open(page(`${own.url}/back`, more));
    await new Promise((later) => { setTimeout(later, 500); });
    count(`a wrong request ${JSON.stringify(more)}`, status === 400 && victim.page.url().startsWith(address) && own.seen.length === 0);
  }
  for (const redirect of ['javascript:alert(1)', 'data:text/html,x', 'http://evil.example/', 'longship://back', `${own.url}@evil.example/`]) {
    const status = await victim.open(page(redirect));
    count(`a redirect to ${redirect}`, status === 400 && victim.page.url().startsWith(address));
  }

  // A log-in link that is opened in another browser: asked for by the attacker, opened by the victim.
  const elsewhere = await Reader.at(await browser.createBrowserContext(), address);
  const box = new Mailbox(folder);
  const before = box.fetch().map((one) => one.id);
  await elsewhere.open(here);
  await elsewhere.press('mail_log_in', { email: 'aud@example.org' });
  const mail = await box.awaited('aud@example.org', 'link to log in', (one) => one.text.includes('/oauth/log-in/') && !before.includes(one.id));
  const [link] = /\/oauth\/log-in\/\S+/.exec(mail.text);
  count('a link in another browser that is logged in', (await victim.open(link)) === 403);
  const opened = await Reader.at(await browser.createBrowserContext(), address);
  count('a link in a browser that asked for none', (await opened.open(link)) === 403);
  await opened.open(here);
  count('and nobody is logged in there', !(await opened.page.content()).includes('name="press" value="allow"'));
  if ((await elsewhere.open(link)) !== 200) { throw new Error('the link does not work where it should'); }
  await elsewhere.open(here);
  count('a link that was only opened', !(await elsewhere.page.content()).includes('name="press" value="allow"'));
  console.log(JSON.stringify(outcome));
  process.exit(0);
})().catch((error) => { console.error(error); process.exit(1); });
