// See push.sh.
const { launched } = require('./browser.cjs');
const { Mailbox } = require('./mail.cjs');

const [address, folder] = process.argv.slice(2);
const EMAIL = 'aud@example.org';
const found = { worker: 0, subscribed: 0, shown: 0, safe_click: 0, violations: 0, inline_ran: 0, unable_without_script: 0 };

async function call(path, body) {
  const response = await fetch(address + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  if (!response.ok) { throw new Error(`${path}: ${await response.text()}`); }
}

async function ownPage() {
  await call('/v1/accounts', { name: 'Aud', email: EMAIL, password: 'a long ship west' });
  await fetch(`${address}/account`, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ email: EMAIL }) });
  const { link } = await new Mailbox(folder).latest(EMAIL, '/account/');
  return `${address}${link}?show=news`;
}

// What a push service would have given to the browser, and what went wrong in the page.
function watched() {
  window.violations = [];
  document.addEventListener('securitypolicyviolation', (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) { throw new Error('not asked for as it must be'); }
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const encoded = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
    const keys = { p256dh: encoded(await crypto.subtle.exportKey('raw', pair.publicKey)), auth: encoded(crypto.getRandomValues(new Uint8Array(16))) };
    return { toJSON: () => ({ endpoint: 'https://push.example.org/send/1', expirationTime: null, keys }) };
  };
  Notification.requestPermission = async () => 'granted';
}

async function withoutScript(browser, url) {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.goto(url, { waitUntil: 'load' });
  const [unable, button] = await page.evaluate(() => ['push-unable', 'push'].map((id) => document.getElementById(id).checkVisibility()));
  found.unable_without_script = unable && !button ? 1 : 0;
  await page.close();
}

// A click on what was shown opens a page of this server, whatever the push says.
async function clicked(worker, url) {
  return worker.evaluate(async (target) => {
    const opened = [];
    self.clients.openWindow = async (href) => { opened.push(href); };
    const notification = { close() {}, data: { url: target } };
    const event = new Event('notificationclick');
    event.notification = notification;
    event.waitUntil = () => {};
    self.dispatchEvent(event);
    return opened[0];
  }, url);
}

(async () => {
  const url = await ownPage();
  const browser = await launched();
  await withoutScript(browser, url);
  await browser.defaultBrowserContext().overridePermissions(address, ['notifications']);
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.log(`page: ${error.message}`));
  await page.evaluateOnNewDocument(watched);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction(() => document.getElementById('push').checkVisibility() && !document.getElementById('push-unable').checkVisibility());
  const violations = async () => { const all = await page.evaluate(() => window.violations); all.forEach((one) => console.log(`violation: ${one}`)); return all.length; };
  found.violations += await violations();
  await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), page.click('#push button')]);
  const said = await page.$eval('[role=status] strong', (one) => one.textContent);
  found.subscribed = said === 'This device shows your notifications now.' ? 1 : 0;
  found.violations += await violations();
  const registered = await page.evaluate(async () => (await navigator.serviceWorker.ready).active.scriptURL);
  found.worker = registered === `${address}/service-worker.js` ? 1 : 0;
  const target = await browser.waitForTarget((one) => one.type() === 'service_worker');
  const worker = await target.worker();
  const told = await worker.evaluate(async () => {
    const shown = [];
    self.registration.showNotification = async (title, options) => { shown.push({ title, ...options }); };
    const push = (data) => self.dispatchEvent(new PushEvent('push', { data }));
    push(JSON.stringify({ title: 'Kattegat', body: 'The game is waiting for you', url: '/play/1', tag: '1' }));
    push('no JSON');
    return shown;
  });
  const [first, broken] = told;
  found.shown = first?.title === 'Kattegat' && first.tag === '1' && broken?.title === 'Althing' ? 1 : 0;
  const opened = [await clicked(worker, '/play/1'), await clicked(worker, 'https://elsewhere.example/'), await clicked(worker, 'javascript:alert(1)')];
  found.safe_click = JSON.stringify(opened) === JSON.stringify([`${address}/play/1`, address, address]) ? 1 : 0;
  // A script in the page itself, or from elsewhere, does not run.
  found.inline_ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    const button = document.createElement('button');
    button.setAttribute('onclick', 'window.ran = true');
    document.body.append(button);
    button.click();
    await new Promise((done) => { setTimeout(done, 200); });
    return window.ran ? 1 : 0;
  });
  await browser.close();
  console.log(JSON.stringify(found));
})().catch((error) => { console.error(error); process.exit(1); });
