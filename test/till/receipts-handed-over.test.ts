import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Kept } from '../../main/host/adapters/kept-value.ts';
import {
  handedOver,
  openReceiptHandOver,
  type ReceiptHandOverOptions,
  type ReceiptSink,
} from '../../main/host/receipts/hand-over.ts';
import { createReceiptEmail } from '../../main/host/receipts/receipt-email.ts';
import type { NotTaken } from '../../main/host/service/hand-over-rounds.ts';
import { receiptCodeIn } from '../../shared/device/receipts/receipt-code.ts';
import type { TenderId } from '../../shared/ids/host-ids.ts';
import { ZERO } from '../../shared/money/money.ts';
import { present } from '../../shared/objects/present.ts';
import { type ReceiptDocument, receiptDocument } from '../../shared/protocol/receipt.ts';
import { refuseTill } from '../../shared/refusals/till-problem.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/time/clock.ts';
import { SCREEN } from '../support/host-commands.ts';
import { drive, rest } from '../support/till.ts';
import { goods } from './bills-world.ts';
import { type BooksWorld, booksWorld, RECEIPT_CODES, SETTINGS } from './books-world.ts';

const LINK = 'https://pay.example/re/';

/** `lost`: the service takes the receipt, and the till does not hear it. */
type Scripted = NotTaken | 'lost';

/** A service that answers as it is told, and keeps what it takes by its code. It refuses another content of it. */
function scriptedService() {
  const kept = new Map<string, ReceiptDocument>();
  const refused: string[] = [];
  const mailed: [string, string][] = [];
  const answers: Scripted[] = [];
  let atOnce = 0;
  let most = 0;
  const sink: ReceiptSink = {
    address: async () => ({ link: LINK, email: false }),
    async put(code, document) {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await rest();
      atOnce -= 1;
      // A service that has refused a receipt refuses it again.
      if (refused.includes(code)) return 'refused';
      const said = answers.shift();
      // A service that has a receipt takes the same one again.
      const answer = said === 'refused' && kept.has(code) ? undefined : said;
      if (answer === 'refused') refused.push(code);
      if (answer !== undefined && answer !== 'lost') return answer;
      expect(receiptDocument.parse(document)).toEqual(document);
      const known = kept.get(code) ?? document;
      if (!isDeepStrictEqual(known, document)) return 'refused';
      kept.set(code, document);
      return answer === 'lost' ? 'no_answer' : { link: LINK, email: true };
    },
    async email(code, { email }) {
      if (!kept.has(code)) return 'not_yet';
      mailed.push([code, email]);
      return 'ordered';
    },
  };
  return { sink, kept, refused, answers, mailed, most: () => most };
}

/** A text in two languages, and hours on its receipts. */
const SHOP = {
  receiptTexts: { head: { en: 'Welcome', nb: 'Velkommen' } },
  openingHours: { week: { monday: ['08:00-17:00'] }, on_receipts: true },
};

const OPTION = { group: 'g', surcharge: ZERO } as const;

type Service = ReturnType<typeof scriptedService>;

type HandedOver = NonNullable<ReturnType<ReceiptHandOverOptions['keep']['read']>>;
type OnItsWay = NonNullable<ReturnType<ReceiptHandOverOptions['onItsWay']['read']>>;

/** A file of the till, which outlives a restart. A full disk takes nothing. */
function file<T = HandedOver>(found: T | null = null, isFull = () => false): Kept<T> {
  let text = JSON.stringify(found);
  return {
    read: () => JSON.parse(text),
    write: (value) => {
      if (!isFull()) text = JSON.stringify(value);
    },
    forget() {
      text = 'null';
    },
  };
}

type Files = Pick<ReceiptHandOverOptions, 'keep' | 'onItsWay'>;
const files = (keep = file()): Files => ({ keep, onItsWay: file() });

function till(
  world: BooksWorld,
  { sink }: Pick<Service, 'sink'>,
  kept = files(),
  name = (): string => SETTINGS.shop.name,
  closes: ReceiptHandOverOptions['closes'] = 'by_person',
) {
  let receiptLinks = true;
  const reports: string[] = [];
  const links = openReceiptHandOver({
    ...kept,
    books: world.books,
    fiscal: { mark: async () => null },
    codes: RECEIPT_CODES,
    settings: () => ({
      ...{ ...SETTINGS, ...SHOP, receiptLinks },
      shop: { ...SETTINGS.shop, name: name() },
    }),
    closes,
    sink,
    clock: world.clock,
    report: (sentence) => reports.push(sentence),
  });
  return {
    ...links,
    reports,
    want(links_: boolean) {
      receiptLinks = links_;
      links.look();
    },
  };
}

const sell = async (world: BooksWorld, bill: string, amount = 2_500) => {
  await world.order(bill, goods('Bun', amount));
  await world.pay(bill, amount);
};
const numbers = ({ kept }: Service) => [...kept.values()].map(({ number }) => number);

it('hands over each receipt and each refund that is issued, as the data of its entry', async () => {
  const world = await booksWorld();
  const service = scriptedService();
  await sell(world, 'before');
  const links = till(world, service);
  await world.order('a', goods('Bun', 2_033, 3));
  await world.pay('a', 6_099, { kind: 'cash', received: 20_000 });
  await world.run({
    ...{ type: 'refund_receipt', id: 'r', receipt: 2, lines: null, amount: 1_000, tip: 0 },
    approval: 'approved',
  });
  await drive(world.clock, () => service.kept.size === 2);
  await links.stop();
  expect(service.kept.get(RECEIPT_CODES.codeOf(world.numbered(2)))).toMatchObject({
    kind: 'sale',
    number: 'till1-R2',
    head: ['Welcome', expect.stringContaining('08:00-17:00')],
    lines: [{ name: 'Bun', quantity: '3', gross: 6_099, discount: 0 }],
    rounding: 1,
    total: 6_100,
    method: { kind: 'cash', received: 20_000 },
    served_by: 'Kari',
  });
  expect(service.kept.get(RECEIPT_CODES.codeOf(world.numbered(3)))).toMatchObject({
    ...{ kind: 'refund', number: 'till1-R3', refund_of: 'till1-R2', total: 1_000 },
  });
});

it('hands over what a register recorded without a text, and names with line breaks or too many options', async () => {
  const world = await booksWorld();
  const service = scriptedService();
  const links = till(world, service);
  await world.terminal.tendered({ id: 'p', method: 'Card\nreader', amount: 1_200 });
  const many = Array.from({ length: 30 }, (_, place) => {
    return { ...OPTION, option: `o${place}`, name: `Option\n${'x'.repeat(80)}` };
  });
  await world.order('a', {
    ...goods('Bun', 2_500),
    name: 'Bun\nwith butter',
    options: many,
  });
  await world.pay('a', 2_500);
  await drive(world.clock, () => service.kept.size + links.reports.length === 2);
  await links.stop();
  expect(links.reports).toEqual([]);
  const [register, bill] = [...service.kept.values()];
  expect(register).toMatchObject({
    lines: [{ name: 'Custom amount', gross: 1_200 }],
    method: { kind: 'other', name: 'Card reader' },
  });
  expect(bill?.lines[0]?.name).toMatch(/^Bun with butter, Option x+/);
});

it('has a link by which a phone opens the receipt and the till finds its code', async () => {
  const world = await booksWorld();
  const links = till(world, scriptedService());
  await sell(world, 'a');
  const receipt = world.numbered(1);
  await links.settled();
  const link = links.linkOf(receipt) ?? '';
  expect(link.startsWith(LINK)).toBe(true);
  expect(receiptCodeIn(link)).toBe(RECEIPT_CODES.codeOf(receipt));
  links.want(false);
  expect(links.linkOf(receipt)).toBeNull();
  await links.stop();
});

it('sends nothing while the shop does not want it, and goes on when it does', async () => {
  const world = await booksWorld();
  const service = scriptedService();
  const links = till(world, service);
  service.answers.push('no_answer');
  await sell(world, 'a');
  await drive(world.clock, () => world.books.books().receipt === 1 && service.answers.length === 0);
  await links.settled();
  links.want(false);
  world.clock.advance(HOUR);
  await links.settled();
  expect(numbers(service)).toEqual([]);
  links.want(true);
  await drive(world.clock, () => service.kept.size === 1);
  await links.stop();
});

it('a receipt that was issued while the shop wanted no links is never handed over, and its copy has no link', async () => {
  const world = await booksWorld();
  const service = scriptedService();
  const kept = files();
  await sell(world, 'before');
  let links = till(world, service, kept);
  await sell(world, 'a');
  await drive(world.clock, () => service.kept.size === 1);
  links.want(false);
  await sell(world, 'never');
  await links.stop();
  links = till(world, service, kept);
  await sell(world, 'b');
  await drive(world.clock, () => service.kept.size === 2);
  expect(numbers(service)).toEqual(['till1-R2', 'till1-R4']);
  const linked = [1, 2, 3, 4].filter((receipt) => links.linkOf(world.numbered(receipt)) !== null);
  expect(linked).toEqual([2, 4]);
  await links.stop();
});

it('a read of the books that fails delays the hand-over, and does not end it', async () => {
  const world = await booksWorld();
  const service = scriptedService();
  let fails = true;
  const numbered: typeof world.books.numbered = async (receipt) => {
    if (fails) throw new Error('EIO');
    return world.books.numbered(receipt);
  };
  const links = till({ ...world, books: { ...world.books, numbered } }, service);
  await sell(world, 'a');
  await drive(world.clock, () => links.reports.length > 0);
  await links.settled();
  fails = false;
  world.clock.advance(HOUR);
  await drive(world.clock, () => service.kept.size === 1);
  await links.stop();
  expect(numbers(service)).toEqual(['till1-R1']);
  expect(links.reports[0]).toContain('EIO');
});

it('a receipt that the service refuses is named once, and the next ones are handed over', async () => {
  const world = await booksWorld();
  const service = scriptedService();
  const links = till(world, service);
  service.answers.push('refused');
  await sell(world, 'a');
  await sell(world, 'b');
  await drive(world.clock, () => service.kept.size === 1);
  await links.stop();
  expect(numbers(service)).toEqual(['till1-R2']);
  expect(links.reports).toEqual([expect.stringContaining('refused receipt R1:')]);
});

it('a receipt whose answer was lost is sent as before, also after a restart, whatever the shop is called now', async () => {
  const world = await booksWorld();
  const service = scriptedService();
  const kept = files();
  let name = 'Old Bakery';
  let links = till(world, service, kept, () => name);
  service.answers.push('lost');
  await sell(world, 'a');
  await drive(world.clock, () => service.kept.size === 1);
  await links.stop();
  name = 'New Bakery';
  links = till(world, service, kept, () => name);
  await sell(world, 'b');
  await drive(world.clock, () => service.kept.size === 2);
  await links.settled();
  expect([links.refused(), links.reports]).toEqual([[], []]);
  expect([...service.kept.values()].map(({ shop }) => shop.name)).toEqual([
    ...['Old Bakery', 'New Bakery'],
  ]);
  expect(kept.onItsWay.read()).toBeNull();
  await links.stop();
});

it('a receipt that the disk does not keep waits, because a till that is killed would make another one', async () => {
  const world = await booksWorld();
  const service = scriptedService();
  let isFull = true;
  const kept: Files = { keep: file(), onItsWay: file<OnItsWay>(null, () => isFull) };
  const links = till(world, service, kept);
  await sell(world, 'a');
  await links.settled();
  expect(service.kept.size).toBe(0);
  isFull = false;
  world.clock.advance(MINUTE);
  await drive(world.clock, () => service.kept.size === 1);
  await links.stop();
});

it('a receipt that the service has is sent as it was until the disk knows that, and is none that was refused', async () => {
  const world = await booksWorld();
  const service = scriptedService();
  let name = 'Old Bakery';
  let isFull = false;
  const kept: Files = { keep: file<HandedOver>(null, () => isFull), onItsWay: file<OnItsWay>() };
  let links = till(world, service, kept, () => name);
  isFull = true;
  await sell(world, 'a');
  await sell(world, 'b');
  await drive(world.clock, () => service.kept.size > 0);
  await links.settled();
  expect(numbers(service)).toEqual(['till1-R1']);
  // Power is lost.
  await links.stop();
  name = 'New Bakery';
  isFull = false;
  links = till(world, service, kept, () => name);
  await drive(world.clock, () => service.kept.size === 2);
  await links.settled();
  expect([links.refused(), links.reports]).toEqual([[], []]);
  await links.stop();
});

it('whatever is restored from a copy, the link and the code on paper open this receipt or none', async () => {
  type Copied = 'sell' | 'copy' | 'restart' | 'restore_books' | 'restore_all';
  const step = fc.constantFrom<Copied>(
    ...(['sell', 'sell', 'copy', 'restart', 'restore_books', 'restore_all'] as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
      const service = scriptedService();
      const papers: { readonly number: number; readonly amount: number; readonly code: string }[] =
        [];
      let world = await booksWorld();
      let kept = files();
      const copyNow = () => {
        const { keep, onItsWay } = kept;
        return { ...world.copy(), keep: keep.read(), onItsWay: onItsWay.read() };
      };
      let copy = copyNow();
      let links = till(world, service, kept);
      for (const one of steps) {
        await links.settled();
        if (one === 'sell') {
          const amount = 1_000 + 100 * papers.length;
          await sell(world, `b${papers.length}`, amount);
          const number = world.books.books().receipt;
          const code = receiptCodeIn(links.linkOf(world.numbered(number)) ?? '') ?? '';
          papers.push({ number, amount, code });
        } else if (one === 'copy') copy = copyNow();
        else {
          await links.stop();
          if (one === 'restore_all')
            kept = { keep: file(copy.keep), onItsWay: file(copy.onItsWay) };
          const { texts, records } = one === 'restart' ? world.copy() : copy;
          const from = { texts, records: one === 'restore_all' ? records : world.copy().records };
          world = await world.restart({}, from);
          links = till(world, service, kept);
        }
      }
      for (let turn = 0; turn <= papers.length; turn += 1) {
        world.clock.advance(SECOND);
        await links.settled();
      }
      await links.stop();
      for (const { number, amount, code } of papers) {
        expect(service.kept.get(code)?.total ?? amount).toBe(amount);
        const isBooked = world
          .entries()
          .some(
            ({ receipt, fact }) => receipt === number && 'total' in fact && fact.total === amount,
          );
        expect(await world.run({ type: 'open_receipt', code })).toMatchObject(
          isBooked
            ? { value: { receipt: { receipt: { total: amount } } } }
            : { refusal: { details: { reason: 'receipt_unknown' } } },
        );
      }
    }),
    { numRuns: 40 },
  );
});

it('a refused receipt is named until a person has seen it, also after the close and a restart', async () => {
  const world = await booksWorld();
  const service = scriptedService();
  const kept = files();
  let links = till(world, service, kept);
  service.answers.push('refused', 'refused');
  await sell(world, 'a');
  await sell(world, 'b');
  await drive(world.clock, () => links.refused().length === 2);
  await world.close([[2_500, 2]]);
  await links.stop();
  links = till(world, service, kept);
  expect(links.refused()).toEqual([1, 2]);
  let changes = 0;
  links.subscribe(() => {
    changes += 1;
  });
  // A screen showed the first one only, and another screen does so later.
  for (const receipt of [1, 1]) links.saw(receipt);
  expect([links.refused(), changes]).toEqual([[2], 1]);
  // No receipt of this number was refused: it is from books that were replaced.
  links.saw(9);
  expect(links.refused()).toEqual([2]);
  links.saw(2);
  links.saw(1);
  await links.stop();
  links = till(world, service, kept);
  expect(links.refused()).toEqual([]);
  await links.stop();
});

it('restored books, which use a number again, begin with nothing seen', async () => {
  const world = await booksWorld();
  const service = scriptedService();
  const longer = {
    ...{ receipt: 9, link: LINK, email: false, wanted: [{ after: 0, until: null }] },
    ...{ refused: [1, 9], refused_seen: 9 },
  };
  const kept = files(file(handedOver.parse(longer)));
  const links = till(world, service, kept);
  service.answers.push('refused');
  await sell(world, 'a');
  await drive(world.clock, () => links.refused().length === 1);
  expect(links.refused()).toEqual([1]);
  await links.stop();
});

it('where nobody presses a key, the refused receipts of the open period are named', async () => {
  const world = await booksWorld();
  const service = scriptedService();
  const links = till(world, service, files(), undefined, 'daily');
  service.answers.push('refused');
  await sell(world, 'a');
  await drive(world.clock, () => links.refused().length === 1);
  await world.close([[2_500, 1]]);
  expect(links.refused()).toEqual([]);
  service.answers.push('refused');
  await sell(world, 'b');
  await drive(world.clock, () => links.refused().length === 1);
  expect(links.refused()).toEqual([2]);
  await links.stop();
});

type Act = 'taken' | 'refused' | 'look' | 'saw' | 'killed' | 'close';

it('whatever a person has seen of which screen, and whenever the till is killed, each refused receipt is named until it was on a screen that a person marked', async () => {
  const step = fc.constantFrom<Act>(
    ...(['taken', 'refused', 'refused', 'look', 'look', 'saw', 'saw', 'killed', 'close'] as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const world = await booksWorld();
      const service = scriptedService();
      const kept = files();
      let links = till(world, service, kept);
      let sold = 0;
      let inDrawer = 0;
      const refused: number[] = [];
      let onScreen: readonly number[] = [];
      let seen = 0;
      for (const one of steps) {
        if (one === 'taken' || one === 'refused') {
          if (one === 'refused') {
            service.answers.push('refused');
            refused.push(sold + 1);
          }
          sold += 1;
          inDrawer += 1;
          await sell(world, `b${sold}`);
          await drive(world.clock, () => kept.keep.read()?.receipt === sold);
        } else if (one === 'look') onScreen = links.refused();
        else if (one === 'saw') {
          // The till may have more by now than the screen showed, and another screen may have shown more.
          const last = onScreen.at(-1);
          if (last === undefined) continue;
          links.saw(last);
          seen = Math.max(seen, last);
        } else if (one === 'killed') {
          await links.stop();
          links = till(world, service, kept);
        } else if (inDrawer > 0) {
          await world.close([[2_500, inDrawer]]);
          inDrawer = 0;
        }
        expect(links.refused()).toEqual(refused.filter((receipt) => receipt > seen));
      }
      await links.stop();
    }),
    { numRuns: 40 },
  );
});

type Step = 'sell' | 'restart' | 'wait' | 'rename' | 'disk_full' | 'disk_free' | Scripted;

it('whatever the service answers, whenever the till stops and whatever the shop is called, each receipt is handed over once in its order', async () => {
  const step = fc.constantFrom<Step>(
    ...(['sell', 'sell', 'restart', 'wait', 'rename'] as const),
    ...(['no_answer', 'unavailable', 'refused', 'lost'] as const),
    ...(['disk_full', 'disk_free'] as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const world = await booksWorld();
      const service = scriptedService();
      let isFull = false;
      const kept = {
        keep: file<HandedOver>(null, () => isFull),
        onItsWay: file<OnItsWay>(null, () => isFull),
      };
      let names = 0;
      const name = () => `Bakery ${names}`;
      let links = till(world, service, kept, name);
      let sold = 0;
      for (const one of steps) {
        if (one === 'sell') {
          sold += 1;
          await sell(world, `b${sold}`);
        } else if (one === 'restart') {
          await links.stop();
          links = till(world, service, kept, name);
        } else if (one === 'rename') names += 1;
        else if (one === 'disk_full' || one === 'disk_free') isFull = one === 'disk_full';
        else if (one === 'wait') {
          world.clock.advance(SECOND);
          await rest();
        } else service.answers.push(one);
      }
      isFull = false;
      const all = Array.from({ length: sold }, (_, place) =>
        RECEIPT_CODES.codeOf(world.numbered(place + 1)),
      );
      const isDone = () =>
        service.kept.size + service.refused.length === sold && kept.keep.read()?.receipt === sold;
      for (let hour = 0; !isDone() && hour < 60; hour += 1) {
        world.clock.advance(HOUR + MINUTE);
        await links.settled();
        await rest();
      }
      await links.stop();
      const refused = new Set(service.refused);
      // A receipt that the service has is never taken for a refused one.
      expect(links.refused()).toHaveLength(refused.size);
      expect(refused.size).toBe(service.refused.length);
      expect([...service.kept.keys()]).toEqual(all.filter((code) => !refused.has(code)));
      expect(service.most()).toBeLessThan(2);
    }),
    { numRuns: 40 },
  );
});

it('an e-mail is of the receipt of its payment, and of none that the service does not have', async () => {
  const world = await booksWorld();
  const service = scriptedService();
  const links = till(world, service);
  let said = 0;
  links.subscribe(() => {
    said += 1;
  });
  const email = createReceiptEmail({ links, books: world.books, sales: () => [] });
  const order = async (tender: TenderId, address: string) => {
    const of = { kind: 'tender', id: tender } as const;
    const { email_receipt } = email.commands;
    const ordered = await email_receipt({ of, id: `to-${address}`, email: address }, SCREEN);
    return ordered.ok ? 'ordered' : ordered.refusal.details?.reason;
  };
  const tenderOf = async (receipt: number) =>
    ((await world.books.numbered(receipt))?.fact.id.replace(/^receipt:/, '') ?? '') as TenderId;
  expect([links.sendsEmail(), email.view()]).toEqual([false, undefined]);
  await sell(world, 'a');
  await sell(world, 'b');
  await drive(world.clock, () => service.kept.size === 2);
  await links.settled();
  const [first, second] = [await tenderOf(1), await tenderOf(2)];
  expect([links.sendsEmail(), email.view(), said > 0]).toEqual([true, 'possible', true]);
  expect(await order(second, 'kari@home.example')).toBe('ordered');
  expect(await order(first, 'ola@home.example')).toBe('ordered');
  expect(await order('tender:another', 'per@home.example')).toBe('email_not_yet');
  service.answers.push('no_answer');
  await sell(world, 'c');
  expect(await order(await tenderOf(3), 'per@home.example')).toBe('email_not_yet');
  expect(service.mailed).toEqual([
    [RECEIPT_CODES.codeOf(world.numbered(2)), 'kari@home.example'],
    [RECEIPT_CODES.codeOf(world.numbered(1)), 'ola@home.example'],
  ]);
  // The terminal has forgotten this sale, and the history says which tender it was.
  const sale = (id: string, tender?: TenderId) =>
    email.commands.email_receipt(
      { of: { kind: 'sale', id, ...present({ tender }) }, id: 'e9', email: 'a@b.example' },
      SCREEN,
    );
  expect((await sale('long-ago', first)).ok).toBe(true);
  expect(service.mailed.at(-1)?.[0]).toBe(RECEIPT_CODES.codeOf(world.numbered(1)));
  expect(await sale('long-ago')).toEqual(refuseTill('email_not_yet'));
  links.want(false);
  expect(email.view()).toBeUndefined();
  expect(await order(first, 'ola@home.example')).toBe('email_no_receipt');
  await links.stop();
});
