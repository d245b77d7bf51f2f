// What a page shows, measured by the boxes that the browser gives. Each function runs in the page and returns sentences about
// what is wrong with it. See glance.sh.

// Do the turn, the players and the reader's cards lie on the first screen, and the board beside or below them?
function firstScreen({ seats, hasHand, isDesk }) {
  const wrong = [];
  scrollTo(0, 0);
  // What sticks to the lower edge hides what is behind it.
  const fixed = [...document.querySelectorAll('body *')].filter((one) => getComputedStyle(one).position === 'fixed' && one.checkVisibility());
  const bottom = Math.min(innerHeight, ...fixed.map((one) => one.getBoundingClientRect().top));
  const lies = (name, one, share = 1) => {
    const { top, left, right, height, width } = one?.getBoundingClientRect() ?? {};
    if (!one || width === 0 || height === 0) { wrong.push(`there is no ${name}`); return; }
    const end = top + height * share;
    if (top < 0 || left < -1 || right > innerWidth + 1) { wrong.push(`${name} leaves the screen at its side`); }
    if (end > bottom + 1) { wrong.push(`${name} ends at ${Math.round(end)} px, the first screen at ${Math.round(bottom)}`); }
  };
  const [turn] = document.querySelectorAll('.turn');
  lies('turn', turn);
  if (turn && turn.textContent.trim().length < 5) { wrong.push('the turn says nothing'); }
  const players = [...document.querySelectorAll('.strip .player')];
  if (players.length !== seats) { wrong.push(`${players.length} of ${seats} players are shown`); }
  for (const [at, player] of players.entries()) {
    lies(`player ${at}`, player);
    const [name, points, emblem] = ['.name', '.points', 'svg'].map((selector) => player.querySelector(selector));
    lies(`emblem of player ${at}`, emblem);
    if (!name?.textContent.trim()) { wrong.push(`player ${at} has no name`); }
    if (name && name.scrollWidth > name.clientWidth + 1) { wrong.push(`the name of player ${at} is cut: ${name.textContent}`); }
    if (!/\d/.test(points?.textContent ?? '')) { wrong.push(`player ${at} has no points`); }
  }
  if (hasHand) { lies('own hand', document.querySelector('.hand-numbers')); }
  const board = document.querySelector('.board svg');
  lies('upper half of the board', board, 0.5);
  const edge = board?.getBoundingClientRect().right ?? 0;
  for (const name of isDesk ? ['.turn', '.strip', '.hand-numbers', '.preview', '.hand', '.asked'] : []) {
    const box = document.querySelector(name)?.getBoundingClientRect();
    if (box && box.width > 0 && box.left < edge - 1) { wrong.push(`${name} does not stand right of the board`); }
  }
  const question = document.querySelector('.preview') ?? document.querySelector('.asked h2');
  if (isDesk && question && question.getBoundingClientRect().top > bottom) { wrong.push('what is asked begins below the first screen'); }
  return wrong;
}

// Is everything that is pressed large enough, and on boards does each place have its middle for itself? `needed`: the least
// width and height on the board; the places that are smaller are returned, too.
function targets({ needed }) {
  const wrong = [];
  const small = [];
  const onBoard = (one) => one.closest('svg') !== null;
  const pressed = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')];
  for (const one of pressed.filter((each) => !onBoard(each) && each.checkVisibility())) {
    // A box and its label are one target.
    const label = ['checkbox', 'radio'].includes(one.type) ? one.closest('label') : null;
    const { width, height } = (label ?? one).getBoundingClientRect();
    if (Math.min(width, height) < 23.9) { wrong.push(`${one.outerHTML.slice(0, 80)} is ${Math.round(width)} × ${Math.round(height)} px`); }
  }
  const seen = new Set();
  for (const link of document.querySelectorAll('svg a[href^="?place="]')) {
    const href = link.getAttribute('href');
    const target = link.querySelector('.target') ?? link;
    if (seen.has(href)) { continue; }
    seen.add(href);
    target.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = target.getBoundingClientRect();
    if (Math.min(width, height) < needed - 0.1) { small.push({ href, size: Math.round(Math.min(width, height) * 10) / 10 }); }
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    const hit = there?.closest('a')?.getAttribute('href');
    if (hit !== href) { wrong.push(`the middle of ${href} hits ${hit ?? there?.outerHTML.slice(0, 60) ?? 'nothing'}`); }
  }
  scrollTo(0, 0);
  return { wrong, small, places: seen.size };
}

// Are all letters at least that large on the screen?
function letters({ least }) {
  const wrong = new Map();
  const note = (text, size, where) => {
    const known = wrong.get(where) ?? { count: 0, size, text };
    wrong.set(where, { count: known.count + 1, size: Math.min(known.size, size), text: known.text });
  };
  const scale = (one) => { const matrix = one.getScreenCTM(); return matrix ? Math.hypot(matrix.a, matrix.b) : 1; };
  const sizeOf = (one) => parseFloat(getComputedStyle(one).fontSize);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [text, parent] = [walker.currentNode.textContent.trim(), walker.currentNode.parentElement];
    if (!text || ['STYLE', 'SCRIPT', 'title', 'desc', 'OPTION'].includes(parent.tagName)) { continue; }
    // What is only read aloud has a box of one pixel.
    if (parent.closest('defs, .aloud') || !parent.checkVisibility()) { continue; }
    const svg = parent.closest('svg');
    const size = svg ? sizeOf(parent) * scale(parent) : sizeOf(parent);
    if (size < least - 0.05) { note(text, size, svg ? 'svg' : `${parent.tagName} .${parent.className}`); }
  }
  // What is drawn once and shown often is sized where it is shown.
  for (const use of document.querySelectorAll('use')) {
    const shown = document.getElementById((use.getAttribute('href') ?? '').slice(1));
    if (!shown || use.closest('defs') || !use.checkVisibility()) { continue; }
    for (const one of shown.querySelectorAll('text')) {
      // The scale of the picture around the stamp is in that of its use already.
      const size = sizeOf(one) * scale(use) * (scale(one) / scale(shown));
      if (size < least - 0.05) { note(one.textContent, size, `stamp ${shown.id}`); }
    }
  }
  return [...wrong].map(([where, { count, size, text }]) => `${count} texts in ${where} are small, at least ${Math.round(size * 10) / 10} px: ${text.slice(0, 40)}`);
}

const unfold = () => document.querySelectorAll('details').forEach((one) => { one.open = true; });

module.exports = { firstScreen, letters, targets, unfold };
