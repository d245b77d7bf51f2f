// Plays a game of each ruleset in page.html, in a browser without a screen, by pressing a button at random. See run.sh.
// Usage: node page.cjs SERVER TOKEN
const { createServer } = require('node:http');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { launched } = require('../../pages/browser.cjs');

const [address, token] = process.argv.slice(2);
const MOST_MOVES = 3_000;

async function played(browser, site, title) {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => { errors.push(String(error)); });
  page.on('dialog', (dialog) => { dialog.accept(dialog.defaultValue()); });
  await page.goto(`http://127.0.0.1:${site.address().port}/`, { waitUntil: 'load' });
  await page.$eval('[name=server]', (field, value) => { field.value = value; }, address);
  await page.type('[name=token]', token);
  await page.click('button[value=token]');
  await page.waitForSelector(`#games button[value=${title}]`);
  await page.click(`#games button[value=${title}]`);
  let moves = 0;
  let asked = '';
  const until = Date.now() + 800_000;
  while (moves < MOST_MOVES && Date.now() < until) {
    asked = await page.$eval('#asked', (heading) => heading.textContent);
    if (asked.startsWith('The game is over')) { break; }
    moves += await page.evaluate(() => {
      const ready = [...document.querySelectorAll('.move:enabled')];
      // Where nothing is ready, what has to be filled in is.
      const all = ready.length ? ready : [...document.querySelectorAll('#moves button:enabled')];
      all[Math.floor(Math.random() * all.length)]?.click();
      return Number(all.length > 0);
    });
    await new Promise((later) => { setTimeout(later, 60); });
  }
  // The stream tells the page of the end, too.
  await new Promise((later) => { setTimeout(later, 2_000); });
  const drawn = await page.$$eval('#board svg *', (all) => all.length);
  const told = await page.$$eval('#log li', (all) => all.length);
  const odd = await page.$$eval('#board svg *', (all) => all.filter((one) => [...one.attributes].some(({ value }) => /NaN|undefined/.test(value))).length);
  await page.close();
  console.log(JSON.stringify({ example: 'page', ruleset: title, moves, drawn, told, odd, errors, ended: asked.startsWith('The game is over') }));
}

(async () => {
  const browser = await launched();
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(readFileSync(join(__dirname, 'page.html')));
  });
  await new Promise((ready) => { site.listen(0, '127.0.0.1', ready); });
  for (const title of ['nord', 'settlers', 'landnam']) { await played(browser, site, title); }
  await browser.close();
  site.close();
})().catch((error) => { console.error(error); process.exit(1); });
