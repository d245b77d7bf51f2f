// A reader of the documentation logs in on its page for trying operations, which is an app like any other, and tries one.
// The last line is JSON.
const { launched } = require('../pages/browser.cjs');

const { ADDRESS: address } = process.env;
const submit = async (page, press, fields = {}) => {
  const form = `form:has(input[name=press][value=${press}])`;
  await page.$$eval('details', (all) => all.forEach((one) => { one.open = true; }));
  for (const [name, value] of Object.entries(fields)) { await page.type(`${form} [name=${name}]`, value); }
  await Promise.all([page.waitForNavigation(), page.click(`${form} button`)]);
};

(async () => {
  const browser = await launched();
  const page = await browser.newPage();
  await page.goto(`${address}/docs/operations/get_me`, { waitUntil: 'load' });
  await Promise.all([page.waitForNavigation(), page.click('#log-in')]);
  await submit(page, 'use_password', { login: 'Aud', password: 'a longer ship west' });
  await submit(page, 'allow');
  await page.waitForFunction(() => document.querySelector('#token')?.value, { timeout: 30_000 });
  await page.click('#try button[type=submit]');
  await page.waitForFunction(() => /^\d\d\d/.test(document.querySelector('#outcome').textContent), { timeout: 30_000 });
  const [outcome, body] = await page.evaluate(() => ['#outcome', '#content-sent'].map((one) => document.querySelector(one).textContent));
  console.log(JSON.stringify({ tried: Number(outcome.startsWith('200') && JSON.parse(body).name === 'Aud') }));
  await browser.close();
})().catch((error) => { console.error(error); process.exit(1); });
