import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMail } from '../../../service/app/open-mail.ts';
import { type MailTransport, receiptMail } from '../../../service/receipts/mail.ts';
import { createReceiptMailer, emailVerdict } from '../../../service/receipts/mailer.ts';
import { createReceipts, type Receipts } from '../../../service/receipts/receipts.ts';
import type { Store } from '../../../service/store/store.ts';
import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { type ReceiptDocument, receiptDocument } from '../../../shared/protocol/receipt.ts';
import { receiptContent } from '../../../shared/receipts/content.ts';
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
      const next = await store.receipts.nextDue();
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
    clock.advance(LIMITS.emailTimeout + MINUTE);
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
      { ...DOCUMENT, shop: { ...DOCUMENT.shop, name: `${evil}\r\nBcc: z@evil.example` } },
      { hash: 'h', id: 'e1', address: ADDRESS },
      'https://pay.example/re/x',
    );
    expect(await transport?.send(mail)).toEqual({ kind: 'sent' });
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
    const mail = receiptMail(document, { hash: 'h', id: 'e1', address: ADDRESS }, address);
    const { items, total, taxes = [], facts, foot, shop } = receiptContent(document);
    for (const [label, value] of [
      ...items.map(({ text, amount }) => [text, amount] as const),
      [total.label, total.amount] as const,
      ...[...taxes, ...facts].map(({ label: name, value: text }) => [name, text] as const),
    ]) {
      expect(mail.text).toContain(`${label}  ${value}\n`);
      expect(mail.html).toContain(`<bdi>${label}</bdi>`);
      expect(mail.html).toContain(`<bdi>${value}</bdi>`);
    }
    for (const text of foot) expect(mail.text).toContain(text);
    expect(mail.text.endsWith(`${address}\n`)).toBe(true);
    expect(mail.sender).toBe(shop.name);
    expect(mail.subject).toContain(document.number);
    const again = receiptMail(document, { hash: 'h', id: 'e1', address: ADDRESS }, address);
    expect(again.id).toBe(mail.id);
    expect(mail.html).toContain(`dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
  },
);

it.each(['en-x-u-foo', 'en-u-nu-arab', 'en-t-de-u-nu-arab'])(
  'is written for a shop of %s',
  (locale) => {
    const order = { hash: 'h', id: 'e1', address: ADDRESS };
    const textIn = (tag: string) =>
      receiptMail({ ...DOCUMENT, language: 'en', locale: tag }, order, 'https://pay.example').text;
    expect(textIn(locale)).toBe(textIn('en'));
  },
);

it('the waits grow, and none of them passes a day after the order', () => {
  const failed = { kind: 'failed', problem: 'x' } as const;
  const next = (tries: number, now: number) => emailVerdict({ tries, at: 0 }, failed, now);
  expect(next(0, 0)).toEqual({ state: 'waiting', due: MINUTE });
  expect(next(9, 0)).toEqual({ state: 'waiting', due: 4 * HOUR });
  expect(next(9, 20 * HOUR + 1)).toEqual({ state: 'failed' });
});
