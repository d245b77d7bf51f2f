// Reads the mails that a server writes into its folder, and hands replies over by LMTP. See club.sh and look.sh.
const { readFileSync, readdirSync } = require('node:fs');
const { connect } = require('node:net');

function decoded(body, encoding) {
  if (/base64/i.test(encoding)) { return Buffer.from(body.replace(/\s/g, ''), 'base64').toString('utf8'); }
  if (!/quoted-printable/i.test(encoding)) { return body; }
  const bytes = body.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function header(head, name) {
  const line = new RegExp(`^${name}: ([^\\r\\n]*(?:\\r?\\n[ \\t][^\\r\\n]*)*)`, 'im').exec(head);
  return line ? line[1].replace(/\r?\n[ \t]+/g, ' ') : '';
}

// The parts of a mail: headers, text, HTML, pictures by content id.
function parsed(raw) {
  const [head] = raw.split(/\r?\n\r?\n/, 1);
  const mail = { head, text: '', html: '', pictures: {}, bytes: raw.length };
  mail.to = /[\w.+-]+@[\w.-]+/.exec(header(head, 'To'))?.[0] ?? '';
  mail.id = header(head, 'Message-ID').replace(/[<>]/g, '');
  mail.replyTo = /[\w.+-]+@[\w.-]+/.exec(header(head, 'Reply-To'))?.[0] ?? '';
  const read = (part) => {
    const at = part.search(/\r?\n\r?\n/);
    const [own, body] = [part.slice(0, at), part.slice(at).replace(/^\r?\n\r?\n/, '')];
    const kind = header(own, 'Content-Type');
    const boundary = /boundary="?([^";\r\n]+)/.exec(kind);
    if (boundary) {
      body.split(`--${boundary[1]}`).slice(1).filter((one) => !one.startsWith('--')).forEach((one) => read(one.replace(/^\r?\n/, '')));
    } else if (/^text\/plain/i.test(kind)) {
      mail.text = decoded(body, header(own, 'Content-Transfer-Encoding')).replace(/\r\n/g, '\n');
    } else if (/^text\/html/i.test(kind)) {
      mail.html = decoded(body, header(own, 'Content-Transfer-Encoding'));
    } else if (/^image\//i.test(kind)) {
      mail.pictures[header(own, 'Content-ID').replace(/[<>]/g, '')] = `data:${kind.split(';')[0]};base64,${body.replace(/\s/g, '')}`;
    }
  };
  read(raw);
  // The path of the page that it leads to.
  mail.link = /https?:\/\/[^\s/]+(\/(?:seat|invite|offer|account|sign-up)\/[\w-]{43})/.exec(mail.text)?.[1] ?? '';
  return mail;
}

// The mails in a folder that have come since it was last asked, in the order in which they were written.
class Mailbox {
  constructor(folder) {
    this.folder = folder;
    this.seen = new Set();
    this.all = [];
  }

  fetch() {
    let names = [];
    try { names = readdirSync(this.folder); } catch { /* No mail was written yet. */ }
    const fresh = names.filter((name) => name.endsWith('.eml') && !this.seen.has(name)).sort();
    fresh.forEach((name) => this.seen.add(name));
    const mails = fresh.map((name) => parsed(readFileSync(`${this.folder}/${name}`, 'latin1')));
    this.all.push(...mails);
    return mails;
  }

  // The latest mail to an address that leads to a page of that kind.
  latest(address, page) {
    return this.awaited(address, page, (mail) => mail.link.startsWith(page));
  }

  // The latest path in the mails to an address that begins so.
  async path(address, start) {
    const mail = await this.awaited(address, start, ({ text }) => text.includes(start));
    return /^\S+/.exec(mail.text.slice(mail.text.indexOf(start)))[0];
  }

  // A mail that took too long to compose on a busy machine is tried again after half a minute.
  async awaited(address, page, leads) {
    for (let tries = 0; tries < 900; tries += 1) {
      this.fetch();
      const found = this.all.filter((mail) => mail.to === address && leads(mail));
      if (found.length > 0) { return found[found.length - 1]; }
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`no mail to ${address} leads to ${page}`);
  }
}

// Hands a reply over; the answer of the server to it.
function reply(port, mail, text) {
  const quoted = mail.text.split('\n').map((line) => `> ${line}`).join('\r\n');
  const body = `From: ${mail.to.split('@')[0]} <${mail.to}>\r\nTo: <${mail.replyTo}>\r\nMessage-ID: <re-${mail.id}>\r\n`
    + 'Date: Fri, 20 Nov 2026 12:00:00 +0000\r\nSubject: Re: your mail\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n'
    + `${text.replace(/\n/g, '\r\n')}\r\n\r\nOn Fri, Nov 20, 2026 at 1:00 PM Althing wrote:\r\n${quoted.replace(/^\./gm, '..')}\r\n.\r\n`;
  const steps = ['LHLO reader', `MAIL FROM:<${mail.to}>`, `RCPT TO:<${mail.replyTo}>`, 'DATA', body];
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.setEncoding('utf8').on('error', fail).on('data', (data) => {
      heard += data;
      const lines = heard.split('\r\n').filter(Boolean);
      const last = lines[lines.length - 1] ?? '';
      if (!heard.endsWith('\r\n') || last[3] === '-') { return; }
      heard = '';
      if (steps.length === 0) { socket.end('QUIT\r\n'); done(last); return; }
      const step = steps.shift();
      socket.write(step === body ? step : `${step}\r\n`);
    });
  });
}

module.exports = { Mailbox, reply };
