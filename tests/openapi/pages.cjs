// See pages.sh.
const { mkdirSync, readFileSync } = require('node:fs');
const puppeteer = require('puppeteer-core');

const [address] = process.argv.slice(2);
const pictures = process.env.PICTURES;
if (pictures) { mkdirSync(pictures, { recursive: true }); }
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
// A page of each kind, and those that are long.
const KINDS = [
  '/docs', '/docs/guide', '/docs/pipe', '/docs/operating', '/docs/changelog', '/docs/policy', '/docs/schemas', '/docs/errors', '/docs/nothing',
  '/docs/operations/create_action', '/docs/operations/create_game', '/docs/operations/stream_game', '/docs/schemas/GameView',
  '/docs/schemas/LandnamAction', '/docs/schemas/Game', '/docs/errors/decision_closed', '/docs/errors/card_not_held',
];
const SIZES = [['phone', { width: 390, height: 844, isMobile: true }], ['desk', { width: 1280, height: 900 }]];

// What a page costs the main thread: scripts, styles, layout and painting, in milliseconds.
async function cost(browser, path) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const session = await page.createCDPSession();
  await session.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
  const before = await busy();
  await page.goto(address + path, { waitUntil: 'load' });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
  const spent = (await busy()) - before;
  await page.close();
  return spent;
}

async function look(browser, path, found) {
  for (const [size, viewport] of SIZES) {
    for (const scheme of ['light', 'dark']) {
      const page = await browser.newPage();
      // What the policy of the page blocks, or what is asked for elsewhere, shows in the console.
      page.on('console', (message) => { if (message.type() === 'error' && !/404/.test(message.text())) { found.blocked.push(`${path}: ${message.text()}`); } });
      page.on('request', (request) => { if (!request.url().startsWith(address)) { found.blocked.push(`${path} asks ${request.url()}`); } });
      await page.setViewport(viewport);
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await page.goto(address + path, { waitUntil: 'load' });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > viewport.width) { found.tooWide.push(`${path} is ${width} px wide on a ${size}`); }
      // Before the first key, which uncovers the link that skips the header.
      if (pictures) { await page.screenshot({ path: `${pictures}/${path.replaceAll('/', '_')}-${size}-${scheme}.png` }); }
      await page.keyboard.press('Tab');
      const first = await page.evaluate(() => document.activeElement.className);
      if (first !== 'skip') { found.violations.push(`${path}: the first key leads to ${first}`); }
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      for (const { id, nodes } of violations) {
        found.violations.push(`${path} (${size}, ${scheme}): ${id} ×${nodes.length}: ${nodes[0].html.slice(0, 120)}`);
      }
      await page.close();
    }
  }
}

(async () => {
  const browser = await puppeteer.launch({ executablePath: 'chromium-headless-shell', args: ['--no-sandbox'] }).catch(() =>
    puppeteer.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] }));
  const described = await (await fetch(`${address}/openapi.json`)).json();
  const ids = [...Object.values(described.paths), ...Object.values(described.webhooks ?? {})]
    .flatMap((item) => Object.values(item)).map(({ operationId }) => operationId);
  await cost(browser, '/docs'); // the server makes its pages ready, and the browser its caches
  const costs = [];
  for (const id of ids) { costs.push([await cost(browser, `/docs/operations/${id}`), id]); }
  costs.sort(([one], [other]) => other - one);
  console.log(costs.slice(0, 3).map(([spent, id]) => `${id}: ${Math.round(spent)} ms`).join(', '));
  const found = { tooWide: [], violations: [], blocked: [] };
  for (const path of KINDS) { await look(browser, path, found); }
  await browser.close();
  for (const lines of Object.values(found)) { for (const line of lines) { console.log(line); } }
  console.log(JSON.stringify({
    operations: ids.length,
    slowest_ms: Math.round(costs[0][0]),
    median_ms: Math.round(costs[Math.floor(costs.length / 2)][0]),
    pages: KINDS.length,
    too_wide: found.tooWide.length,
    violations: found.violations.length,
    blocked: found.blocked.length,
  }));
})().catch((error) => { console.error(error); process.exit(1); });
