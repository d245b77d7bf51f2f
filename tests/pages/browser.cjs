// A browser without a screen and without scripts, and what its reader does with a page. See club.sh and look.sh.
const puppeteer = require('puppeteer-core');

function launched() {
  const options = (executablePath) => ({ executablePath, args: ['--no-sandbox'] });
  return puppeteer.launch(options('chromium-headless-shell')).catch(() => puppeteer.launch(options('/usr/bin/chromium-headless-shell')));
}

class Reader {
  constructor(page, address) {
    this.page = page;
    this.address = address;
    this.heaviest = 0;
    this.slowest = 0;
  }

  static async at(browser, address) {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
    return new Reader(page, address);
  }

  async open(path) {
    const response = await this.page.goto(this.address + path, { waitUntil: 'load' });
    this.heaviest = Math.max(this.heaviest, (await response.buffer()).length);
    const { receiveHeadersEnd, sendEnd } = response.timing() ?? {};
    this.slowest = Math.max(this.slowest, receiveHeadersEnd - sendEnd || 0);
    return response.status();
  }

  // Where the page is, without the server.
  where() { return this.page.url().replace(/^https?:\/\/[^/]+/, ''); }

  // The form whose button does that, filled in and sent.
  async press(press, fields = {}, button = 'button[type=submit]') {
    const form = await this.page.evaluateHandle((wanted) => [...document.forms].find((one) => !wanted
      || one.querySelector(`input[name=press][value=${wanted}]`)), press);
    const element = form.asElement();
    if (!element) { throw new Error(`nothing to press for ${press}: ${await this.page.content()}`); }
    // What is folded is opened first, as its reader would.
    await this.page.evaluate((one) => { for (let box = one; box; box = box.parentElement) { if (box.tagName === 'DETAILS') { box.open = true; } } }, element);
    for (const [name, value] of Object.entries(fields)) {
      const field = await element.$(`[name="${name}"]`);
      if (!field) { throw new Error(`no field ${name} beside ${press}`); }
      await this.page.evaluate((one, text) => { if (one.type === 'checkbox') { one.checked = text; } else { one.value = text; } }, field, value);
    }
    const pressed = await element.$(button);
    await Promise.all([this.page.waitForNavigation({ waitUntil: 'load' }), pressed.click()]);
    if (await this.page.$('[role=alert]')) { throw new Error(`${press} was refused: ${await this.page.content()}`); }
  }

  // The addresses of the answers that the page offers, each with what it does; none when it asks nothing.
  answers() {
    return this.page.$$eval('.asked a[href^="?decision="]', (all) => all.map((one) => [one.getAttribute('href'), one.firstChild.textContent.trim()]));
  }

  // The address of an answer that has to be filled in first, with as many cards as it takes; none where nothing has.
  filledIn() {
    return this.page.$$eval('.asked form[method=get]', ([form]) => {
      if (!form) { return null; }
      const query = new URLSearchParams([...form.querySelectorAll('input[type=hidden]')].map((one) => [one.name, one.value]));
      for (const field of form.querySelectorAll('fieldset')) {
        let missing = Number(/\((\d+)/.exec(field.querySelector('legend').textContent)?.[1] ?? 0);
        for (const number of field.querySelectorAll('input[type=number]')) {
          const given = Math.min(missing, Number(number.max));
          query.append(number.name, given);
          missing -= given;
        }
      }
      return `?${query}`;
    });
  }

  // Does the game wait for the reader of the page?
  async isAwaited() {
    const lines = await this.page.$$eval('main > p', (all) => all.map((one) => one.textContent));
    return lines.some((line) => /^The game is waiting for [^.]*\byou\b/.test(line));
  }

  // Looks at an answer and sends it.
  async answer(path, option) {
    await this.open(path + option);
    await this.press('act');
    if (!(await this.page.$('[role=status]'))) { throw new Error(`not said to be done: ${await this.page.content()}`); }
  }
}

module.exports = { Reader, launched };
