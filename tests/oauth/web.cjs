// A web app, by oauth4webapi: see run.sh. Its page for the way back leads on to another origin, as those of many apps do.
const { execFile } = require('node:child_process');
const { createServer } = require('node:http');
const { join } = require('node:path');
const { promisify } = require('node:util');

const address = process.env.ADDRESS;
const insecure = (oauth) => ({ [oauth.allowInsecureRequests]: true });

async function listen(answer) {
  const server = createServer(answer);
  await new Promise((ready) => { server.listen(0, '127.0.0.1', ready); });
  return server;
}

// Plays one move in a game against a bot.
async function move(token) {
  const call = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) { throw new Error(`${path}: ${response.status} ${await response.text()}`); }
    return response.json();
  };
  const game = await call('POST', '/v1/games', { ruleset: 'nord', seats: 2, bots: ['random'] });
  for (let tries = 0; tries < 200; tries += 1) {
    const legal = await call('GET', `/v1/games/${game.id}/legal`);
    const [decision] = legal.decisions.filter((one) => one.actions.length > 0);
    if (decision) {
      await call('POST', `/v1/games/${game.id}/actions`, { ruleset: 'nord', decision: decision.decision.id, action: decision.actions[0] });
      return 1;
    }
    await new Promise((later) => { setTimeout(later, 100); });
  }
  return 0;
}

(async () => {
  const oauth = await import(join(process.env.NODE_PATH, 'oauth4webapi/build/index.js'));
  const issuer = new URL(address);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure(oauth) });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const client = { client_id: 'A web app' };
  const end = await listen((_, response) => response.end('done'));
  let back;
  const landed = await new Promise((ready) => {
    ready(listen((request, response) => {
      back = new URL(request.url, redirect);
      response.writeHead(302, { location: `http://localhost:${end.address().port}/done` });
      response.end();
    }));
  });
  const redirect = `http://127.0.0.1:${landed.address().port}/back`;
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint);
  url.search = new URLSearchParams({
    client_id: client.client_id, redirect_uri: redirect, response_type: 'code', state,
    scope: 'games:read games:create games:play', code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
  });
  const { stdout } = await promisify(execFile)('node', [join(__dirname, 'approve.cjs'), 'link', url.href]);
  if (!stdout.includes('/done')) { throw new Error(`the browser ended at ${stdout}`); }
  // It checks the state and who answers.
  const answer = oauth.validateAuthResponse(server, client, back, state);
  const granted = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), answer, redirect, verifier, insecure(oauth));
  const first = await oauth.processAuthorizationCodeResponse(server, client, granted);
  const refreshed = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), first.refresh_token, insecure(oauth));
  const second = await oauth.processRefreshTokenResponse(server, client, refreshed);
  const moves = await move(second.access_token);
  const introspected = await oauth.introspectionRequest(server, client, oauth.None(), second.access_token, insecure(oauth));
  const { active } = await oauth.processIntrospectionResponse(server, client, introspected);
  const revoked = await oauth.revocationRequest(server, client, oauth.None(), second.refresh_token, insecure(oauth));
  await oauth.processRevocationResponse(revoked);
  const gone = await fetch(`${address}/v1/tokens/current`, { headers: { authorization: `Bearer ${second.access_token}` } });
  if (!active || gone.status !== 401) { throw new Error(`active ${active}, then ${gone.status}`); }
  console.log(JSON.stringify({ moves }));
  process.exit(0);
})().catch((error) => { console.error(error); process.exit(1); });
