import { pino } from 'pino';
import { afterEach, assert, beforeEach, describe, expect, it, vi } from 'vitest';
import { openMail } from '../../../service/app/open-mail.ts';
import {
  type Mail,
  type MailResult,
  type MailTransport,
  receiptMail,
} from '../../../service/receipts/mail.ts';
import { createReceiptMailer, emailVerdict } from '../../../service/receipts/mailer.ts';
import { createReceipts, type Receipts } from '../../../service/receipts/receipts.ts';
import type { Store } from '../../../service/store/store.ts';
import { receiptContent } from '../../../shared/documents/receipt.ts';
import { DOCUMENT_WORDS } from '../../../shared/documents/words.ts';
import {
  CATALOGUE_CHANGED,
  CATALOGUE_CHANNEL,
  createMessage,
} from '../../../shared/protocol/events.ts';
import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { type ReceiptDocument, receiptDocument } from '../../../shared/protocol/receipt.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/time/clock.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

const POS = 'kasse-1';
const CODE = `${POS}-R12.Zm9yIHRoZSBleGFtcGxlIQ`;
const TILL = { posId: POS, code: CODE };
const ADDRESS = 'kari@home.example';
const FROM = 'receipts@shop.example';
const DOCUMENT = receiptDocument.parse(exampleOf('receiptPut').body);
const NEVER: MailTransport = { send: () => new Promise(() => {}) };

describe.each(STORES)('receipts by e-mail on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  let clock: ManualClock;
  let receipts: Receipts;
  let server: MailServer;
  let transport: MailTransport | null;
  let lines: string[];
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    await store.merchants.put(MERCHANT);
    await store.pos.create(MERCHANT.id, { id: POS, name: 'Kasse', type: 'store', location: null });
    clock = createManualClock();
    const wallet = () => 'https://pay.example';
    receipts = createReceipts({ store, clock, wallet, sendsEmail: true, life: 400 * DAY });
    await receipts.put(MERCHANT.id, TILL, DOCUMENT);
    server = await startMailServer();
    lines = [];
    transport = await openMail({ server: server.url, from: FROM }, log());
  });
  afterEach(async () => {
    await server.stop();
    await store.close();
    await place.remove();
  });

  const log = () => pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const mailerOf = (way: MailTransport | null, wall: ManualClock = clock) =>
    createReceiptMailer({ store, clock, wall, receipts, transport: way, log: log() });
  const order = async (id = 'e1', email = ADDRESS) => {
    const ordered = await receipts.order(MERCHANT.id, TILL, { id, email });
    return ordered.ok ? 'ordered' : ordered.refusal.type;
  };
  const states = async () => {
    const [receipt] = await receipts.ofPayment(MERCHANT.id, '8WhJfHYLzJ2');
    return receipt?.emails;
  };
  /** One round, with its attempts. */
  const round = async (way = transport) => {
    const mailer = mailerOf(way);
    await mailer.due.run();
    await mailer.stop(HOUR);
  };
  /** Every text of the database that has the address. */
  const inDatabase = async () => {
    await store.close();
    const raw = await place.raw();
    const rows = await raw.rows('SELECT address FROM receipt_email WHERE address IS NOT NULL');
    await raw.close();
    store = await place.open();
    return rows;
  };

  it('are sent once, also when the till repeats the order, and the address is forgotten', async () => {
    expect(await Promise.all([order(), order(), order()])).toEqual(Array(3).fill('ordered'));
    await Promise.all([round(), round()]);
    await round();
    expect(server.mails).toMatchObject([{ from: FROM, to: [ADDRESS] }]);
    expect(server.mails[0]?.data).toContain(`To: ${ADDRESS}`);
    expect(await states()).toEqual(['sent']);
    expect(await order()).toBe('ordered');
    await round();
    expect(server.mails).toHaveLength(1);
    expect(await inDatabase()).toEqual([]);
  });

  it('wait and are tried again after a temporary refusal', async () => {
    server.replies.RCPT = `451 ${ADDRESS} later`;
    await order();
    await round();
    expect(await states()).toEqual(['waiting']);
    await round();
    expect(server.dialogues()).toBe(1);
    delete server.replies.RCPT;
    clock.advance(MINUTE);
    await round();
    expect(server.mails).toHaveLength(1);
    expect(await states()).toEqual(['sent']);
    expect(lines.join('')).not.toContain(ADDRESS);
    expect(lines.join('')).toContain('451');
  });

  it('end after a final refusal, and the log has no address', async () => {
    server.replies.DATA = `554 ${ADDRESS} is refused`;
    await order();
    await round();
    clock.advance(2 * DAY);
    await round();
    expect(server.dialogues()).toBe(1);
    expect(await states()).toEqual(['failed']);
    expect(lines.join('')).toContain('554');
    expect(lines.join('')).not.toContain(ADDRESS);
    expect(await inDatabase()).toEqual([]);
  });

  it('wait while the server refuses the sender, which the operator can repair', async () => {
    server.replies.MAIL = '550 no such sender';
    await order();
    await round();
    expect(await states()).toEqual(['waiting']);
  });

  it('are left to a process with a mail server, as long as they may be sent', async () => {
    await order();
    await round(null);
    await round();
    expect(server.mails).toHaveLength(1);
    await order('e2');
    clock.advance(LIMITS.emailLife - 1);
    await round(null);
    expect(await states()).toEqual(['sent', 'waiting']);
    clock.advance(1);
    const ended: string[] = [];
    const mailer = mailerOf(null);
    mailer.onEnded((state) => ended.push(state));
    await mailer.due.run();
    expect([await states(), ended]).toEqual([['sent', 'failed'], ['failed']]);
    expect(await inDatabase()).toEqual([]);
  });

  it('are given up a day after the order', async () => {
    server.replies.MAIL = '450 later';
    await order();
    const end = clock.now() + LIMITS.emailLife;
    for (;;) {
      await round();
      const next = await store.receipts.nextDue(0);
      if (next === null) break;
      expect(next).toBeLessThanOrEqual(end);
      clock.advance(next - clock.now());
    }
    expect(await states()).toEqual(['failed']);
    expect(await inDatabase()).toEqual([]);
  });

  it('are given up a day after the order, also when every attempt breaks', async () => {
    await order();
    const end = clock.now() + LIMITS.emailLife;
    const broken = { send: () => Promise.reject(new RangeError('broken')) };
    while (clock.now() <= end) {
      await round(broken);
      clock.advance(HOUR);
    }
    expect(await states()).toEqual(['failed']);
    expect(await inDatabase()).toEqual([]);
  });

  it('are sent by the next process when one died during the attempt', async () => {
    await order();
    // The timers of a dead process never fire.
    await mailerOf(NEVER, createManualClock()).due.run();
    await round();
    expect(server.mails).toEqual([]);
    clock.advance(LIMITS.emailTimeout + LIMITS.emailReplyTimeout + MINUTE);
    await round();
    expect(server.mails).toHaveLength(1);
    expect(await states()).toEqual(['sent']);
  });

  it('are due at once again when the service stops during an attempt', async () => {
    await order();
    const mailer = mailerOf(NEVER);
    await mailer.due.run();
    const stopped = mailer.stop(0);
    clock.advance(1);
    await stopped;
    await round();
    expect(server.mails).toHaveLength(1);
  });

  /** A server that takes the whole e-mail and says nothing, until the test ends its attempts. */
  const silentAfterData: MailTransport = {
    send: (_, { handed }) => {
      handed();
      return new Promise(() => {});
    },
  };

  it('that the server has whole wait ten minutes for its answer, and are not repeated meanwhile', async () => {
    server.replies.DATA = '';
    await order();
    const mailer = mailerOf(transport);
    await mailer.due.run();
    await vi.waitFor(() => expect(server.unanswered).toHaveLength(1));
    const other = mailerOf(transport);
    for (let minute = 1; minute < 10; minute += 1) {
      clock.advance(MINUTE);
      await Promise.all([mailer.due.run(), other.due.run()]);
    }
    expect(await states()).toEqual(['waiting']);
    expect(server.dialogues()).toBe(1);
    server.say('250 taken');
    await mailer.stop(HOUR);
    expect(await states()).toEqual(['sent']);
    clock.advance(DAY);
    await round();
    expect(server.dialogues()).toBe(1);
  });

  it('that nobody knows of are repeated once, after the server could still answer', async () => {
    await order();
    const begun = clock.now();
    const mailer = mailerOf(silentAfterData);
    await mailer.due.run();
    await vi.waitFor(() => expect(clock.armed()).toBe(1));
    clock.advance(LIMITS.emailReplyTimeout);
    await mailer.stop(HOUR);
    expect(await states()).toEqual(['waiting']);
    const due = (await store.receipts.nextDue(0)) ?? 0;
    expect(due - begun).toBeGreaterThan(2 * LIMITS.emailReplyTimeout);
    clock.advance(due - clock.now());
    const again = mailerOf(silentAfterData);
    await again.due.run();
    await vi.waitFor(() => expect(clock.armed()).toBe(1));
    clock.advance(LIMITS.emailReplyTimeout);
    await again.stop(HOUR);
    expect(await states()).toEqual(['failed']);
  });

  it('that the server has whole are not sent at once again when the service stops', async () => {
    await order();
    const mailer = mailerOf(silentAfterData);
    await mailer.due.run();
    await vi.waitFor(() => expect(clock.armed()).toBe(1));
    const stopped = mailer.stop(0);
    clock.advance(1);
    await stopped;
    await round();
    expect(server.mails).toEqual([]);
    expect(await states()).toEqual(['waiting']);
    clock.advance(LIMITS.emailReplyTimeout + MINUTE);
    await round();
    expect(server.mails).toHaveLength(1);
  });

  /** Orders of one receipt of a shop, beyond the bound of a till. */
  async function orders(merchantId: string, count: number): Promise<void> {
    const till = { posId: POS, code: CODE.replace('.Zm', `.${merchantId.slice(0, 2)}`) };
    await store.merchants.put({ ...MERCHANT, id: merchantId });
    await store.pos.create(merchantId, { id: POS, name: 'Kasse', type: 'store', location: null });
    expect(await receipts.put(merchantId, till, DOCUMENT)).toMatchObject({ ok: true });
    const [receipt] = await store.receipts.ofPayment(merchantId, '8WhJfHYLzJ2', 1);
    const bounds = { ofReceipt: 999, ofShop: 999, since: clock.now() };
    for (let one = 0; one < count; one += 1) {
      clock.advance(1);
      const { hash = '' } = receipt ?? {};
      const email = { hash, id: `e${one}`, address: `${merchantId}@home.example`, at: clock.now() };
      expect(await store.receipts.order(merchantId, email, bounds)).toBe('ordered');
    }
  }

  it('of many shops take turns, however many one of them has', async () => {
    await orders('busy', 40);
    await orders('other', 1);
    await orders('third', 2);
    const sent: string[] = [];
    const mailer = mailerOf({
      send: async ({ to }) => {
        sent.push(to.split('@', 1)[0] ?? '');
        return { kind: 'sent' };
      },
    });
    while ((await store.receipts.waiting()) > 0) {
      const ended = new Promise<void>((resolve) => {
        const forget = mailer.due.onDue?.(() => {
          forget?.();
          resolve();
        });
      });
      await mailer.due.run();
      await ended;
    }
    await mailer.stop(HOUR);
    expect(sent).toHaveLength(43);
    // By time they were the last ones; how many of the busy shop end meanwhile depends on the database.
    expect(sent.indexOf('other')).toBeLessThan(20);
    expect(sent.lastIndexOf('third')).toBeLessThan(20);
  });

  it('of one shop whose e-mails hang leave places for another shop', async () => {
    await orders('slow', 10);
    const begun: string[] = [];
    const mailer = mailerOf({
      send: ({ to }) => {
        begun.push(to.split('@', 1)[0] ?? '');
        return to.startsWith('slow') ? new Promise(() => {}) : Promise.resolve({ kind: 'sent' });
      },
    });
    await mailer.due.run();
    await orders('quick', 1);
    await mailer.due.run();
    // Both wait for the database, so they begin in either order.
    await vi.waitFor(() => expect(begun.toSorted()).toEqual(['quick', 'slow']));
    const stopped = mailer.stop(0);
    clock.advance(1);
    await stopped;
  });

  it('wait while the mail server does not work: after three failures one is tried at a time', async () => {
    await orders('busy', 10);
    await orders('other', 10);
    let answer: MailResult = { kind: 'down', problem: 'silent' };
    let tried = 0;
    const mailer = mailerOf({
      send: async () => {
        tried += 1;
        return answer;
      },
    });
    const round = async () => {
      await mailer.due.run();
      await mailer.stop(HOUR);
    };
    await round();
    await round();
    const until = tried;
    expect(until).toBeLessThanOrEqual(4);
    await round();
    expect(tried).toBe(until);
    expect(lines.join('')).toContain('the mail server does not answer');
    const next = await mailer.due.nextDue();
    clock.advance((next ?? 0) - clock.now());
    await round();
    await round();
    expect(tried).toBe(until + 1);
    // The orders that were not tried have lost no attempt, and end a day after they were made.
    expect(await store.receipts.waiting()).toBe(20);
    answer = { kind: 'sent' };
    clock.advance(5 * MINUTE);
    while ((await store.receipts.waiting()) > 0) {
      await round();
      clock.advance(MINUTE);
    }
    expect(lines.join('')).toContain('the mail server answers again');
  });

  it('that wait for a mail server that does not work end a day after they were made', async () => {
    await orders('busy', 200);
    const mailer = mailerOf({ send: async () => ({ kind: 'down', problem: 'silent' }) });
    const end = clock.now() + LIMITS.emailLife;
    while (clock.now() <= end + 10) {
      await mailer.due.run();
      await mailer.stop(HOUR);
      clock.advance(10 * MINUTE);
    }
    await mailer.due.run();
    expect(await store.receipts.waiting()).toBe(0);
  });

  it('have the name and the texts of the shop, and nothing that their till writes is a link', async () => {
    const record = await store.merchants.record(MERCHANT.id);
    if (record === null) return assert.fail();
    await store.merchants.putRecord({
      ...record,
      details: { ...record.details, organizationId: '912345678' },
    });
    const rules = {
      receipt_texts: { head: 'Åpent hver dag', foot: { en: 'Welcome', nb: 'Velkommen' } },
    };
    const message = createMessage({
      ...{ id: 'c1', event: CATALOGUE_CHANGED, uri: null, seqno: 1, at: clock.now() },
    });
    const catalogue = JSON.stringify({ categories: [], products: [], rules });
    const version = { version: 1, at: clock.now(), by: 'admin', changed: 1, differences: '[]' };
    const told = { channel: CATALOGUE_CHANNEL, message };
    await store.catalogues.put(MERCHANT.id, { ...version, document: catalogue }, told, 0, {
      taken: [],
      left: [],
    });
    const evil = 'Your account is locked: https://dnb.evil.example/login \u202eBank';
    const till = { posId: POS, code: CODE.replace('R12', 'R13') };
    const document: ReceiptDocument = {
      ...DOCUMENT,
      number: `${POS}-R13`,
      refund_of: evil,
      shop: { name: 'DNB Bank ASA', address: evil, organisation_number: evil },
      ...{ head: [evil], foot: [evil], served_by: evil, member: evil },
      lines: DOCUMENT.lines.map((line) => ({ ...line, name: evil })),
      method: { kind: 'other', name: evil },
      fiscal: { state: 'signed', device: evil, transaction: 1, time: evil, signature: evil },
    };
    expect(await receipts.put(MERCHANT.id, till, document)).toMatchObject({ ok: true });
    expect(await receipts.order(MERCHANT.id, till, { id: 'e1', email: ADDRESS })).toMatchObject({
      ok: true,
    });
    const sent: Mail[] = [];
    await round({
      send: async (mail) => {
        sent.push(mail);
        return { kind: 'sent' };
      },
    });
    const [{ sender, subject, text, html } = assert.fail()] = sent;
    expect(sender).toBe(MERCHANT.name);
    expect(subject).toBe(`Kvittering ${POS}-R13 – ${MERCHANT.name}`);
    const own = receipts.addressOf(till.code);
    for (const body of [text, html]) {
      expect(body).toContain('Velkommen');
      expect(body).toContain('912345678');
      expect(body).not.toContain('DNB Bank');
      expect(body.replaceAll(own, '')).not.toMatch(/:\/\/|evil\.\S|\u202e/);
    }
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([own]);
  });

  it('of one receipt, and of one shop in an hour, are bounded', async () => {
    for (let sent = 1; sent <= LIMITS.receiptEmailsMax; sent += 1) {
      expect(await order(`e${sent}`)).toBe('ordered');
    }
    expect(await order('more')).toBe('Too Many Requests');
    expect(await order('e1')).toBe('ordered');
    const hash = (await store.receipts.ofPayment(MERCHANT.id, '8WhJfHYLzJ2', 1))[0]?.hash ?? '';
    const bounds = { ofReceipt: 99, ofShop: LIMITS.receiptEmailsMax, since: clock.now() - HOUR };
    const one = { hash, id: 'other', address: ADDRESS, at: clock.now() };
    expect(await store.receipts.order(MERCHANT.id, one, bounds)).toBe('shop_full');
    const later = { ...bounds, since: clock.now() };
    expect(await store.receipts.order(MERCHANT.id, one, later)).toBe('ordered');
  });

  it('need the receipt, and a mail server', async () => {
    const other = { ...TILL, code: CODE.replace('R12', 'R13') };
    const input = { id: 'e1', email: ADDRESS };
    for (const till of [other, { ...TILL, posId: 'kasse-2' }]) {
      const none = await receipts.order(MERCHANT.id, till, input);
      expect(none).toMatchObject({ ok: false, refusal: { type: 'Not Found' } });
    }
    const wallet = () => 'https://pay.example';
    const without = createReceipts({ store, clock, wallet, sendsEmail: false, life: DAY });
    const refused = await without.order(MERCHANT.id, TILL, input);
    expect(refused).toMatchObject({ ok: false, refusal: { type: 'Conflict' } });
    expect(without.service().email).toBe(false);
  });

  it('have no header that a text of the shop begins', async () => {
    const evil = 'Kafé" <x@evil.example>, Bcc: y@evil.example';
    const mail = receiptMail(
      {
        shown: { ...DOCUMENT, shop: { ...DOCUMENT.shop, name: `${evil}\r\nBcc: z@evil.example` } },
      },
      { hash: 'h', id: 'e1', address: ADDRESS },
      'https://pay.example/re/x',
    );
    const cut = new AbortController().signal;
    expect(await transport?.send(mail, { cut, handed: () => {} })).toEqual({ kind: 'sent' });
    expect(server.mails[0]?.to).toEqual([ADDRESS]);
    const [headers = ''] = server.mails[0]?.data.split('\r\n\r\n') ?? [];
    const names = headers.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
    expect(names.filter((line) => /^(bcc|cc|to):/i.test(line))).toEqual([`To: ${ADDRESS}`]);
    expect(names.filter((line) => /^from:/i.test(line))[0]?.endsWith(`<${FROM}>`)).toBe(true);
  });
});

it.each(['en', 'nb', 'de', 'ar'] as const)(
  'an e-mail in %s has the rows of the page',
  (language) => {
    const document: ReceiptDocument = { ...DOCUMENT, language };
    const address = 'https://pay.example/re/x';
    const mail = receiptMail(
      { shown: document },
      { hash: 'h', id: 'e1', address: ADDRESS },
      address,
    );
    const { items, total, taxes = [], facts, foot, shop } = receiptContent(document);
    for (const { label, value } of [...items, total, ...taxes, ...facts]) {
      expect(mail.text).toContain(`${label}  ${value}\n`);
      expect(mail.html).toContain(`<bdi>${label}</bdi>`);
      expect(mail.html).toContain(`<bdi>${value}</bdi>`);
    }
    for (const text of foot) expect(mail.text).toContain(text);
    expect(mail.text.endsWith(`${address}\n`)).toBe(true);
    expect(mail.sender).toBe(shop.name);
    expect(mail.subject).toContain(document.number);
    const { receipt, refund, payout } = DOCUMENT_WORDS[language];
    const named = (['sale', 'refund', 'payout'] as const).map((kind) => {
      const shown: ReceiptDocument = { ...document, kind };
      return receiptMail({ shown }, { hash: 'h', id: 'e1', address: ADDRESS }, address).subject;
    });
    const begins = [receipt, refund, payout].map((word) => `${word} ${document.number} `);
    expect(named.map((one, at) => one.startsWith(begins[at] ?? '?'))).toEqual([true, true, true]);
    const again = receiptMail(
      { shown: document },
      { hash: 'h', id: 'e1', address: ADDRESS },
      address,
    );
    expect(again.id).toBe(mail.id);
    expect(mail.html).toContain(`dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
  },
);

it.each(['en-x-u-foo', 'en-u-nu-arab', 'en-t-de-u-nu-arab'])(
  'is written for a shop of %s',
  (locale) => {
    const order = { hash: 'h', id: 'e1', address: ADDRESS };
    const textIn = (tag: string) =>
      receiptMail(
        { shown: { ...DOCUMENT, language: 'en', locale: tag } },
        order,
        'https://pay.example',
      ).text;
    expect(textIn(locale)).toBe(textIn('en'));
  },
);

it('the waits grow, and none of them passes a day after the order', () => {
  const failed = { kind: 'failed', problem: 'x' } as const;
  const next = (tries: number, now: number) =>
    emailVerdict({ tries, unanswered: 0, at: 0 }, failed, now);
  expect(next(0, 0)).toEqual({ state: 'waiting', due: MINUTE });
  expect(next(9, 0)).toEqual({ state: 'waiting', due: 4 * HOUR });
  expect(next(9, 20 * HOUR + 1)).toEqual({ state: 'failed' });
});
