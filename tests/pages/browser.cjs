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

  // The button that makes a move at once.
  pressAtOnce(action) { return this.press('act', {}, 'button[type=submit]', action); }

  // The form whose button does that, filled in and sent. `action`: the move that it has to make.
  async press(press, fields = {}, button = 'button[type=submit]', action = null) {
    const form = await this.page.evaluateHandle((wanted, move) => [...document.forms].find((one) => (!wanted
      || one.querySelector(`input[name=press][value=${wanted}]`)) && (!move || one.elements.action?.value === move)), press, action);
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

  // The moves that the page offers, each with what it does: the address of a look at it, or the `action` of a button that
  // makes it at once. None when it asks nothing.
  answers() {
    return this.page.$$eval('.asked a[href^="?decision="], .asked input[name=action]', (all) => all.map((one) => {
      if (one.tagName === 'A') { return [one.getAttribute('href'), one.firstChild.textContent.trim()]; }
      return [{ action: one.value }, one.form.querySelector('button').firstChild.textContent.trim()];
    }));
  }

  // The addresses of the places of the board that the page offers.
  places() {
    return this.page.$$eval('svg a[href^="?place="]', (all) => [...new Set(all.map((one) => one.getAttribute('href')))]);
  }

  // The address of an answer that has to be filled in first, with as many cards as it takes; none where nothing has.
  filledIn() {
    return this.page.$$eval('.asked form[method=get]', ([form]) => {
      if (!form) { return null; }
      const query = new URLSearchParams([...form.querySelectorAll('input[type=hidden], select')].map((one) => [one.name, one.value]));
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
    const turn = await this.page.$('.turn');
    if (turn) { return turn.evaluate((one) => one.dataset.awaited === 'true'); }
    // Pages of 1.0.0 say it in words alone.
    const lines = await this.page.$$eval('main > p', (all) => all.map((one) => one.textContent));
    return lines.some((line) => /^The game is waiting for [^.]*\byou\b/.test(line));
  }

  // Makes a move: by its button, or after a look at it.
  async answer(path, option) {
    if (option.action) {
      await this.open(path);
      await this.pressAtOnce(option.action);
    } else {
      await this.open(path + option);
      await this.press('act');
    }
    if (!(await this.page.$('[role=status]'))) { throw new Error(`not said to be done: ${await this.page.content()}`); }
  }
}

module.exports = { Reader, launched };
