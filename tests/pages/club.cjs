// See club.sh.
const { Mailbox, reply } = require('./mail.cjs');
const { Reader, launched } = require('./browser.cjs');

const [address, folder, port, rulesets] = process.argv.slice(2);
const HOST = 'hall@example.net';
const GUESTS = [['ref@example.net', 'Ref'], ['sif@example.net', 'Sif'], ['tor@example.net', 'Tor']];
const MOST_MAILS = 6000;

// The same game each time.
let state = 11;
const random = () => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return state / 2147483648;
};
const pick = (list) => list[Math.floor(random() * list.length)];
// What wins is built where it can be, and what can be ended often is, so that the game comes to its end.
const choose = (options) => {
  const building = options.filter(([, what]) => /^(Build a (city|settlement)|Buy) /.test(what));
  if (building.length > 0) { return pick(building); }
  const end = options.find(([, what]) => what.startsWith('End '));
  return end && random() < 0.66 ? end : pick(options);
};

const sizes = [];
const figures = { games: 0, mails: {}, replies: 0, pressed: 0, heaviest_kb: 0, slowest_ms: 0, largest_mail_kb: 0, rematches: 0, doubled: 0 };

// The answers that a mail numbers: what is to be written, and what it does.
function numbered(mail) {
  const lines = (mail.text.split('YOUR OPTIONS')[1] ?? '').split('\n');
  const all = lines.flatMap((line, at) => {
    const [, number, what] = /^ {2}(\d+)\. (.+)$/.exec(line) ?? [];
    return number ? [[number, what, lines[at + 1]]] : [];
  });
  const ready = all.filter(([, what]) => !what.endsWith(', with'));
  return ready.length > 0 ? ready : all.slice(0, 1).map(([number, what, field]) => [`${number} ${cards(field, mail.text)}`, what]);
}

// As many cards as a line asks for, such as `Cards: 4 cards, at most 2 lumber and 3 grain`. A kind of which the hand has
// enough for all of them has no limit there.
function cards(field, text) {
  const [, count, limits] = /: (\d+)[^,]*(?:, at most (.+))?$/.exec(field) ?? [];
  let missing = Number(count ?? 0);
  const counted = (words) => [...(words ?? '').matchAll(/(\d+) ([a-z]+)/g)].map(([, most, kind]) => [kind, most]);
  const [, hand] = /You hold ([^.]+)\./.exec(text) ?? [];
  const kinds = new Map([...counted(hand), ...counted(limits)]);
  const given = [...kinds].map(([kind, most]) => {
    const some = Math.min(missing, Number(most));
    missing -= some;
    return some > 0 ? `${some} ${kind}` : '';
  });
  return given.filter(Boolean).join(', ');
}

async function say(mail, text) {
  const answer = await reply(Number(port), mail, text);
  if (!answer.startsWith('250')) { throw new Error(`a reply was refused: ${answer}`); }
  figures.replies += 1;
}

async function play(browser, ruleset, round) {
  const box = new Mailbox(folder);
  // Mails of the games before are not read again.
  const before = box.fetch().length;
  const called = (name) => `${name} ${'ABC'[round - 1]}`;
  const at = (name) => name.replace('@', `${round}@`);
  const reader = await Reader.at(browser, address);
  await reader.open('/account');
  await reader.press('', { email: at(HOST) });
  await reader.open((await box.latest(at(HOST), '/sign-up/')).link);
  await reader.press('sign_up', { name: called('Hall') });
  const account = reader.where().split('?')[0];
  await reader.open(`${account}?show=games`);
  await reader.press('begin', { ruleset, seats: '4', clock: 'untimed' });
  for (const [guest] of GUESTS) { await reader.press('invite', { who: at(guest) }); }
  for (const [guest, name] of GUESTS) {
    const invitation = await box.latest(at(guest), '/invite/');
    if (name === 'Ref') {
      await say(invitation, `Yes, my name is ${called(name)}.\n\nThanks!`);
    } else {
      await reader.open(invitation.link);
      await reader.press('accept', { name: called(name) });
    }
  }
  let [read, ended, idle] = [before, 0, 0];
  const asked = new Set();
  while (ended <= GUESTS.length) {
    box.fetch();
    if (read >= box.all.length) {
      idle += 1;
      // A mail that took too long to compose on a busy machine is tried again after half a minute.
      if (idle > 1800) { throw new Error(`${ruleset} stands still after ${read} mails: ${box.all.slice(-8).map((mail) => `${mail.to} ${mail.id} ${mail.link}`).join("; ")}`); }
      await new Promise((done) => setTimeout(done, 50));
      continue;
    }
    idle = 0;
    const mail = box.all[read];
    read += 1;
    if (read - before > MOST_MAILS) { throw new Error(`${ruleset} does not end`); }
    sizes.push(mail.bytes);
    figures.largest_mail_kb = Math.max(figures.largest_mail_kb, Math.ceil(mail.bytes / 1024));
    const person = mail.to.replace(`${round}@`, '@');
    figures.mails[`${ruleset} ${person}`] = (figures.mails[`${ruleset} ${person}`] ?? 0) + 1;
    if (asked.has(mail.id)) { figures.doubled += 1; }
    asked.add(mail.id);
    if (mail.id.includes('.game_ended.')) { ended += 1; continue; }
    const replies = person.startsWith('ref') || (person.startsWith('tor') && random() < 0.5);
    const options = numbered(mail);
    if (replies && mail.replyTo && options.length > 0) {
      await say(mail, `Hi,\n\n${choose(options)[0]}\n\nBest wishes`);
    } else if (!replies && mail.link.startsWith('/seat/')) {
      await reader.open(mail.link);
      for (let given = 0; await reader.isAwaited(); given += 1) {
        const answers = await reader.answers();
        const filled = answers.length === 0 ? await reader.filledIn() : null;
        if (answers.length === 0 && !filled) { break; }
        if (given > 300) { throw new Error(`a turn of ${ruleset} does not end`); }
        await reader.answer(mail.link, filled ?? choose(answers)[0]);
        figures.pressed += 1;
      }
    }
  }
  figures.games += 1;
  const last = (person) => [...box.all].reverse().find((mail) => mail.to === at(person) && mail.id.includes('.game_ended.'));
  await say(last(GUESTS[0][0]), 'rematch');
  await reader.open(last(GUESTS[1][0]).link);
  await reader.press('rematch');
  if (await reader.page.$('form input[value=leave]')) { figures.rematches += 1; }
  figures.heaviest_kb = Math.max(figures.heaviest_kb, Math.ceil(reader.heaviest / 1024));
  figures.slowest_ms = Math.max(figures.slowest_ms, Math.ceil(reader.slowest));
  await reader.page.close();
  console.log(`${ruleset}: ${read - before} mails`);
}

(async () => {
  const browser = await launched();
  for (const [round, ruleset] of rulesets.split(' ').entries()) { await play(browser, ruleset, round + 1); }
  await browser.close();
  sizes.sort((one, other) => one - other);
  figures.typical_mail_kb = Math.ceil(sizes[Math.floor(sizes.length / 2)] / 1024);
  console.log(JSON.stringify(figures));
})().catch((error) => { console.error(error); process.exit(1); });
