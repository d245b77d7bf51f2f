// The player: opens the page that an app leads to in a browser without a screen and without scripts, logs in (`link`,
// `password`, `code`), and allows the app. Prints where the browser ended.
//   node approve.cjs WAY URL             for the page of an app
//   node approve.cjs WAY URL USER_CODE   for the page where the code of a program is typed
const { Mailbox } = require('../pages/mail.cjs');
const { Reader, launched } = require('../pages/browser.cjs');

const { ADDRESS: address, MAIL_FOLDER: folder } = process.env;
const EMAIL = 'aud@example.org';
const CODE = /^[0-9A-Z]{4} [0-9A-Z]{4}$/m;

async function logIn(reader, way, kept) {
  if (way === 'password') {
    await reader.press('use_password', { login: 'Aud', password: 'a longer ship west' });
    return;
  }
  const box = new Mailbox(folder);
  const before = box.fetch().map((one) => one.id);
  await reader.press('mail_log_in', { email: EMAIL });
  const mail = await box.awaited(EMAIL, 'link to log in', (one) => one.text.includes('/oauth/log-in/') && !before.includes(one.id));
  if (way === 'code') {
    await reader.press('type_code', { code: CODE.exec(mail.text)[0] });
    return;
  }
  const [link] = /\/oauth\/log-in\/\S+/.exec(mail.text);
  await reader.open(link);
  await reader.press('log_in');
  if (kept) { throw new Error('a code is typed again after a link'); }
}

(async () => {
  const [way, url, userCode] = process.argv.slice(2);
  const browser = await launched();
  const reader = await Reader.at(browser, address);
  await reader.page.goto(url, { waitUntil: 'load' });
  if (userCode) { await reader.press('find_device', { user_code: userCode }); }
  await logIn(reader, way, userCode);
  const width = await reader.page.evaluate(() => document.documentElement.scrollWidth);
  if (width > 390) { throw new Error(`the page is ${width} wide`); }
  if (userCode) {
    await reader.press('allow', { started: true });
  } else {
    // The page leads back by itself, and the app may lead on to another origin.
    await reader.page.click('form:has(input[name=press][value=allow]) button');
    for (let tries = 0; tries < 100 && reader.page.url().startsWith(address); tries += 1) {
      await new Promise((later) => { setTimeout(later, 100); });
    }
  }
  console.log(reader.page.url());
  await browser.close();
})().catch((error) => { console.error(error); process.exit(1); });
