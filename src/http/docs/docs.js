// The script of the pages below /docs: it searches them, and sends the requests that a reader tries. It runs nothing that
// comes from elsewhere, writes into the page as text alone, and asks this server alone. Without it the pages say the same.
'use strict';

const one = (selector) => document.querySelector(selector);
const make = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

// Searching.

const MOST_FOUND = 30;
const search = one('.search');
const field = one('#search');
const found = one('#found');
const count = one('.search .count');
let index = null;
let chosen = -1;

async function load() {
  index ??= fetch('/docs/search.json', { credentials: 'omit' }).then((answer) => answer.json()).then((entries) => entries.map(
    ([kind, title, page, about, words]) => ({
      kind, title, page, about, name: title.toLowerCase(), all: `${title} ${about} ${words}`.toLowerCase(),
    }),
  ));
  // If it fails, the next letter tries again.
  index.catch(() => { index = null; });
  return index;
}

// How well an entry fits; 0 if a word is missing.
function fits(entry, words) {
  let sum = 0;
  for (const word of words) {
    const place = entry.name.indexOf(word);
    if (place < 0 && !entry.all.includes(word)) { return 0; }
    sum += entry.name === word ? 40 : place === 0 ? 12 : place > 0 ? 8 : 1;
  }
  // What somebody looks for is rather an operation than a type of its answer, and a short name rather than a long one.
  return sum + ({ operation: 3, page: 2 }[entry.kind] ?? 0) - entry.name.length / 1000;
}

function choose(place) {
  const lines = [...found.children];
  chosen = lines.length ? (place + lines.length) % lines.length : -1;
  lines.forEach((line, at) => line.setAttribute('aria-selected', String(at === chosen)));
  if (chosen < 0) { field.removeAttribute('aria-activedescendant'); return; }
  field.setAttribute('aria-activedescendant', lines[chosen].id);
  lines[chosen].scrollIntoView({ block: 'nearest' });
}

function close() {
  found.hidden = true;
  found.replaceChildren();
  field.setAttribute('aria-expanded', 'false');
  choose(-1);
}

async function look() {
  const asked = field.value;
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) { close(); count.textContent = ''; return; }
  let entries;
  try { entries = await load(); } catch { count.textContent = 'The index can’t be loaded.'; return; }
  // Somebody has written on meanwhile.
  if (field.value !== asked) { return; }
  const ranked = entries.map((entry) => [fits(entry, words), entry]).filter(([rank]) => rank > 0);
  ranked.sort(([a], [b]) => b - a);
  close();
  ranked.slice(0, MOST_FOUND).forEach(([, entry], place) => {
    const line = make('li', entry.title);
    line.id = `found-${place}`;
    line.role = 'option';
    line.dataset.page = `/docs/${entry.page}`;
    line.append(make('small', [entry.kind, entry.about].filter(Boolean).join(' · ')));
    found.append(line);
  });
  found.hidden = !found.children.length;
  field.setAttribute('aria-expanded', String(!found.hidden));
  choose(0);
  count.textContent = ranked.length === 1 ? '1 place' : `${ranked.length} places`;
}

function startSearch() {
  search.hidden = false;
  field.addEventListener('focus', () => { load().catch(() => {}); });
  field.addEventListener('input', look);
  field.addEventListener('keydown', (event) => {
    const moves = { ArrowDown: chosen + 1, ArrowUp: chosen - 1 };
    if (event.key in moves && !found.hidden) { choose(moves[event.key]); event.preventDefault(); }
    if (event.key === 'Enter' && chosen >= 0) { location.assign(found.children[chosen].dataset.page); close(); }
    if (event.key === 'Escape') { close(); }
  });
  field.addEventListener('blur', () => { setTimeout(close, 200); });
  found.addEventListener('mousedown', (event) => {
    const line = event.target.closest('li');
    if (line) { location.assign(line.dataset.page); }
  });
  document.addEventListener('keydown', (event) => {
    const writes = event.target.matches('input, textarea, select');
    if (event.key === '/' && !writes && !event.ctrlKey && !event.metaKey && !event.altKey) { field.focus(); event.preventDefault(); }
  });
}

// What a tab keeps: the token, and the ids that were written into forms.

const kept = {
  get: (name) => sessionStorage.getItem(`docs.${name}`) ?? '',
  set: (name, value) => (value ? sessionStorage.setItem(`docs.${name}`, value) : sessionStorage.removeItem(`docs.${name}`)),
};

// Logging in as an app does: an authorization code with PKCE (RFC 7636).

const CLIENT = 'althing-docs';
const BACK = '/docs/logged-in';
const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const random = () => base64(crypto.getRandomValues(new Uint8Array(32)));

async function logIn(scope) {
  const server = await fetch('/.well-known/oauth-authorization-server', { credentials: 'omit' });
  if (!server.ok) { throw new Error('This server does not log in apps: paste a token.'); }
  const { issuer } = await server.json();
  const pending = { issuer, state: random(), verifier: random(), back: location.pathname };
  kept.set('pending', JSON.stringify(pending));
  const challenge = base64(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.verifier)));
  // What was allowed before is asked for again, so that the new token can do no less.
  const scopes = new Set([...kept.get('scope').split(' '), scope].filter(Boolean));
  location.assign(`/oauth/authorize?${new URLSearchParams({
    response_type: 'code', client_id: CLIENT, redirect_uri: location.origin + BACK, scope: [...scopes].join(' '),
    state: pending.state, code_challenge: challenge, code_challenge_method: 'S256',
  })}`);
}

async function comeBack() {
  const said = new URLSearchParams(location.search);
  const pending = JSON.parse(kept.get('pending') || 'null');
  kept.set('pending', '');
  // The answer must belong to a log-in that this tab has begun, at this server (RFC 9207).
  if (!pending || said.get('state') !== pending.state) { throw new Error('This log-in was not begun in this tab.'); }
  if (said.get('iss') !== null && said.get('iss') !== pending.issuer) { throw new Error('The answer is another server’s.'); }
  if (said.get('error')) { throw new Error(said.get('error_description') ?? said.get('error')); }
  const answer = await fetch('/oauth/token', {
    method: 'POST', credentials: 'omit',
    body: new URLSearchParams({
      grant_type: 'authorization_code', code: said.get('code') ?? '', redirect_uri: location.origin + BACK, client_id: CLIENT,
      code_verifier: pending.verifier,
    }),
  });
  const tokens = await answer.json();
  if (!answer.ok) { throw new Error(tokens.error_description ?? tokens.error ?? `The server says ${answer.status}.`); }
  kept.set('token', tokens.access_token);
  kept.set('scope', tokens.scope ?? '');
  location.replace(pending.back.startsWith('/docs/') ? `${pending.back}#try` : '/docs');
}

// Trying an operation.

const MOST_SHOWN = 200000;
const form = one('#try form');

// A request as the fields of the form say.
function request() {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = new Headers();
  if (form.dataset.accept) { headers.set('Accept', `${form.dataset.accept}, application/problem+json`); }
  for (const input of form.querySelectorAll('[data-place]')) {
    const value = input.value.trim();
    if (input.dataset.place === 'path') {
      kept.set(`path.${input.name}`, value);
      path = path.replace(`{${input.name}}`, encodeURIComponent(value));
    } else if (input.name === 'Idempotency-Key') {
      headers.set(input.name, value || random());
    } else if (value) {
      if (input.dataset.place === 'query') { query.set(input.name, value); } else { headers.set(input.name, value); }
    }
  }
  const token = one('#token')?.value.trim();
  if (token) { headers.set('Authorization', `Bearer ${token}`); }
  if (one('#token')) { kept.set('token', token); }
  const body = one('#body')?.value.trim();
  if (body) { headers.set('Content-Type', 'application/json'); }
  const address = query.size ? `${path}?${query}` : path;
  return [address, { method: form.dataset.method, headers, body: body || undefined, credentials: 'omit', cache: 'no-store' }];
}

function pretty(text, kind) {
  if (!/json/.test(kind)) { return text; }
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}

async function showBody(answer) {
  const kind = answer.headers.get('content-type') ?? '';
  const [text, picture] = [one('#content-sent'), one('#picture')];
  URL.revokeObjectURL(picture.src);
  picture.hidden = true;
  text.textContent = '';
  if (kind.startsWith('text/event-stream')) {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      text.textContent = (text.textContent + piece.value).slice(-MOST_SHOWN);
    }
  } else if (kind.startsWith('image/')) {
    picture.src = URL.createObjectURL(await answer.blob());
    picture.hidden = false;
  } else {
    const whole = pretty(await answer.text(), kind);
    text.textContent = whole.length > MOST_SHOWN ? `${whole.slice(0, MOST_SHOWN)}\n…` : whole;
  }
  text.hidden = !text.textContent;
}

async function send(event) {
  event.preventDefault();
  const [outcome, stop] = [one('#outcome'), one('#stop')];
  const abort = new AbortController();
  const [address, options] = request();
  stop.onclick = () => abort.abort();
  stop.hidden = false;
  outcome.textContent = `${options.method} ${address} …`;
  const begun = performance.now();
  try {
    const answer = await fetch(address, { ...options, signal: abort.signal });
    const took = Math.round(performance.now() - begun);
    outcome.textContent = `${answer.status} ${answer.statusText} after ${took} ms: ${options.method} ${address}`;
    one('#headers').textContent = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    one('#answer').hidden = false;
    await showBody(answer);
  } catch (error) {
    outcome.textContent = abort.signal.aborted ? 'You stopped the request.' : `There was no answer: ${error.message}`;
  }
  stop.hidden = true;
}

function startForm() {
  one('#try').hidden = false;
  for (const input of form.querySelectorAll('[data-place=path]')) { input.value = kept.get(`path.${input.name}`); }
  const token = one('#token');
  if (token) { token.value = kept.get('token'); }
  const button = one('#log-in');
  // Browsers have what PKCE needs on pages that are protected, and on this machine's own.
  if (button && crypto.subtle) {
    button.hidden = false;
    button.onclick = () => logIn(form.dataset.scope).catch((error) => { one('#outcome').textContent = error.message; });
  }
  const example = one('#example');
  if (example) { example.onchange = () => { one('#body').value = example.value; }; }
  form.addEventListener('submit', send);
  if (location.hash === '#try') { one('#try').scrollIntoView(); }
}

startSearch();
if (form) { startForm(); }
if (location.pathname === BACK) { comeBack().catch((error) => { one('#logged-in').textContent = error.message; }); }
