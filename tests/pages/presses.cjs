// See presses.sh.
const { Reader, launched } = require('./browser.cjs');
const { Server, digest, isSame, movesOf, turnsOf } = require('./recorded.cjs');

const [address, folder, rulesets] = process.argv.slice(2);
// Ways through more pages than these are not looked for.
const MOST_PAGES = 3;

// What a page offers that may lead to a move, each with the presses until the next page: `acts` that make a move, `links` to
// a look at a move, `shapes` with fields to fill in (which may act, too), and `places` of the board. Runs in a browser.
function offered(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const folds = (one) => {
    let closed = 0;
    for (let box = one.parentElement; box; box = box.parentElement) { closed += box.tagName === 'DETAILS' && !box.open ? 1 : 0; }
    return closed;
  };
  const all = (selector) => [...page.querySelectorAll(selector)];
  const acts = all('form').flatMap((form, at) => {
    if (!form.querySelector('[name=press][value=act]')) { return []; }
    const actions = [...form.querySelectorAll('[name=action]')];
    const isPreview = form.closest('.preview') !== null;
    return actions.map((one) => ({ at, isPreview, action: JSON.parse(one.value), presses: folds(form) + 1, button: one.tagName === 'BUTTON' ? one.value : null }));
  });
  const links = all('a[href*="choice="]').map((one) => ({ href: one.getAttribute('href'), presses: folds(one) + 1 }));
  const shapes = all('form').flatMap((form, at) => {
    if (!form.querySelector('[name=shape]')) { return []; }
    const hidden = [...form.querySelectorAll('input[type=hidden]')].map(({ name, value }) => [name, value]);
    const fields = [...form.querySelectorAll('input:not([type=hidden])')].map(({ name, value, type, checked }) => ({ name, value, type, checked }));
    const list = form.querySelector('select[name=shape]');
    const acts = form.querySelector('[name=press][value=act_filled]') !== null;
    const filled = (changed, query) => ({ at, acts, hidden: [...hidden, ...query], fields, changed, presses: folds(form) + 1 });
    if (!list) { return [filled([], [])]; }
    return [...list.options].map(({ value }) => filled(value === list.value ? [] : [{ name: 'shape', value, type: 'select' }], [['shape', value]]));
  });
  const places = new Map();
  all('svg a[href^="?place="]').forEach((one) => places.set(one.getAttribute('href'), folds(one) + 1));
  return { acts, links, shapes, places: [...places].map(([href, presses]) => ({ href, presses })) };
}

// The fields of a form that have to be changed for a move, and the address that it then asks for; null where they can't be.
function fill({ hidden, fields, changed: chosen }, action) {
  const changed = [...chosen];
  const query = new URLSearchParams(hidden);
  for (const { name, value, type, checked } of fields) {
    const [field, kind] = name.replace(/^f\./, '').split('.');
    const wanted = kind ? action[field]?.[kind] ?? 0 : action[field];
    if (type === 'checkbox') {
      const ticked = (Array.isArray(wanted) ? wanted : [wanted]).map(String).includes(value);
      if (ticked) { query.append(name, value); }
      if (ticked !== checked) { changed.push({ name, value, type }); }
    } else {
      if (wanted === undefined || typeof wanted === 'object') { return null; }
      query.append(name, wanted);
      if (String(wanted) !== value) { changed.push({ name, value: String(wanted), type }); }
    }
  }
  return { changed, href: `?${query}` };
}

// One is chosen from a list by two presses: the first shows the list.
const pressesOf = (changed) => changed.reduce((sum, { type }) => sum + (type === 'select' ? 2 : 1), 0);

// Every text and number in a move.
const valuesOf = (value) => (value !== null && typeof value === 'object' ? Object.values(value).flatMap(valuesOf) : [String(value)]);

class Player {
  constructor(reader, sight) {
    this.reader = reader;
    // A page of the browser in which other pages are read, and not shown.
    this.sight = sight;
  }

  async offers(path) {
    const html = await (await fetch(address + path)).text();
    return this.sight.evaluate(offered, html);
  }

  // The cheapest way from a page to a move: what is done on it and on the pages that follow. null: there is none in less
  // presses than `most`.
  async way(path, page, action, most, pages = MOST_PAGES) {
    if (pages === 0 || most <= 0) { return null; }
    const offers = await this.offers(path);
    let best = null;
    const take = (presses, steps) => { if (presses < Math.min(most, best?.presses ?? Infinity)) { best = { presses, steps }; } };
    for (const act of offers.acts) {
      if (isSame(act.action, action)) { take(act.presses, [{ act }]); }
    }
    const left = (presses) => Math.min(most, best?.presses ?? Infinity) - presses;
    const follow = async (presses, step, href) => {
      // The page that follows takes one press at least.
      if (left(presses) <= 1) { return; }
      const rest = await this.way(page + href, page, action, left(presses), pages - 1);
      if (rest) { take(presses + rest.presses, [step, ...rest.steps]); }
    };
    const chosen = `choice=${digest(action)}`;
    for (const link of offers.links.filter(({ href }) => href.includes(chosen))) { await follow(link.presses, { link: link.href }, link.href); }
    // On the page of a place, places would lead back to it.
    if (pages === MOST_PAGES) {
      for (const shape of offers.shapes) {
        const filled = fill(shape, action);
        if (!filled) { continue; }
        const [presses, step] = [shape.presses + pressesOf(filled.changed), { shape: shape.at, changed: filled.changed }];
        if (!shape.acts) { await follow(presses, step, filled.href); continue; }
        // A form that acts at once makes the move that a look at the same fields shows.
        const { acts } = await this.offers(page + filled.href);
        if (acts.some((act) => act.isPreview && isSame(act.action, action))) { take(presses, [step]); }
      }
      const values = valuesOf(action);
      const named = ({ href }) => {
        const place = new URLSearchParams(href).get('place');
        return values.includes(place) || values.includes(place.split('.').pop());
      };
      // A unit stands somewhere, which its number does not say.
      const near = offers.places.filter(named);
      for (const { href, presses } of near.length > 0 || !('unit' in action) ? near : offers.places) { await follow(presses, { link: href }, href); }
    }
    return best;
  }

  // Opens the folds around an element by pressing their headings; how many were closed.
  async unfold(element) {
    let opened = 0;
    for (;;) {
      const heading = await element.evaluateHandle((one) => {
        let outermost = null;
        for (let box = one.parentElement; box; box = box.parentElement) { if (box.tagName === 'DETAILS' && !box.open) { outermost = box; } }
        return outermost?.querySelector('summary') ?? null;
      });
      if (!heading.asElement()) { return opened; }
      await heading.asElement().click();
      opened += 1;
    }
  }

  async tap(element) {
    const presses = await this.unfold(element);
    await Promise.all([this.reader.page.waitForNavigation({ waitUntil: 'load' }), element.click()]);
    return presses + 1;
  }

  // Makes a move on the page: the presses that it took. null: the page has no way to it.
  async make(page, action) {
    const way = await this.way(page, page, action, Infinity);
    if (!way) { return null; }
    await this.reader.open(page);
    let presses = 0;
    for (const { link, shape, changed, act } of way.steps) {
      const seen = this.reader.page;
      if (link) {
        presses += await this.press(`a[href="${link}"]`);
        continue;
      }
      const form = (await seen.$$('form'))[shape ?? act.at];
      presses += await this.unfold(form);
      presses += pressesOf(changed ?? []);
      for (const { name, value, type } of changed ?? []) {
        if (type === 'checkbox') { await (await form.$(`[name="${name}"][value="${value}"]`)).click(); continue; }
        await form.$eval(`[name="${name}"]`, (one, text) => { one.value = text; }, value);
      }
      presses += await this.tap(act?.button ? await form.$(`button[value='${act.button}']`) : await form.$('button'));
    }
    if (await this.reader.page.$('[role=alert]')) { throw new Error(`${JSON.stringify(action)} was refused: ${await this.reader.page.content()}`); }
    if (presses !== way.presses) { throw new Error(`${JSON.stringify(action)} took ${presses} presses, not ${way.presses}`); }
    return presses;
  }

  async press(selector) {
    const found = await this.reader.page.$$(selector);
    // Of two links to the same page that is taken which lies open.
    const folded = await Promise.all(found.map((one) => one.evaluate((link) => (link.closest('details:not([open])') ? 1 : 0))));
    const element = found[folded.indexOf(Math.min(...folded))];
    const presses = await this.unfold(element);
    // What lies in the middle of a ring of the board is the board: a reader taps on the ring.
    const go = () => element.evaluate((one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })));
    await Promise.all([this.reader.page.waitForNavigation({ waitUntil: 'load' }), selector.includes('place=') ? go() : element.click()]);
    return presses + 1;
  }
}

(async () => {
  const browser = await launched();
  const server = new Server(address, folder);
  await server.invite(['en', 'en', 'en', 'en']);
  const player = new Player(await Reader.at(browser, address), await browser.newPage());
  const figures = {};
  for (const ruleset of rulesets.split(' ')) {
    const record = await server.recorded(ruleset);
    const game = await server.begun(record);
    const kinds = {};
    const found = { turns: turnsOf(record), moves: 0, presses: 0, elsewhere: 0 };
    for (const move of movesOf(record)) {
      const presses = await player.make(game.seats[move.seat].page, move.action);
      const kind = (kinds[move.action.type] ??= { moves: 0, presses: 0 });
      found.moves += 1;
      kind.moves += 1;
      if (presses === null) {
        console.log(`${ruleset}: no way to ${JSON.stringify(move.action)} on the page`);
        found.elsewhere += 1;
        await server.move(game, move);
      } else {
        found.presses += presses;
        kind.presses += presses;
      }
    }
    const each = (count) => Math.round((found.presses / count) * 1000) / 1000;
    figures[ruleset] = Object.assign(found, { presses_per_turn: each(found.turns), presses_per_move: each(found.moves) });
    // What would save most by moves of one press stands first.
    const dearest = Object.entries(kinds).sort(([, one], [, other]) => other.presses - other.moves - one.presses + one.moves);
    for (const [kind, { moves, presses }] of dearest) { console.log(`${ruleset} ${kind}: ${presses} presses for ${moves} moves`); }
    console.log(`${ruleset}: ${JSON.stringify(found)}`);
  }
  await browser.close();
  console.log(JSON.stringify(figures));
})().catch((error) => { console.error(error); process.exit(1); });
