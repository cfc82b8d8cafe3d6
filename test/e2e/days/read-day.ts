import { createHash, createPublicKey, verify } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * An independent reader of the files of the books. It knows their format, and uses nothing of the product: it checks the
 * chain and the signatures, and adds up each period on its own. Amounts are minor units.
 */

type Json = Record<string, unknown>;
type Entry = {
  readonly entry: number;
  readonly receipt: number | null;
  readonly day: string;
  readonly fact: Json & { readonly kind: string; readonly at: number; readonly by: string };
  readonly previous: string;
  readonly hash: string;
  readonly signature: string | null;
};

/** A closed period, or the open one, whose `z` is null. */
export type ReadPeriod = {
  readonly entries: readonly Entry[];
  /** What the till says in the Z report. */
  readonly z: Json | null;
  /** What this reader adds up. */
  readonly own: Json;
  /** The line of the close in its file. */
  readonly closeLine: string | null;
};

/** Reads all periods of a till's folder. Throws for an entry that is not what was written. */
export function readPeriods(directory: string): readonly ReadPeriod[] {
  const folder = join(directory, 'books');
  const state: Carried = {
    hash: '0'.repeat(64),
    drawer: 0,
    sales: 0,
    refunds: 0,
    till: '',
    currency: '',
  };
  let [entries, receipts] = [0, 0];
  return readdirSync(folder)
    .filter((name) => /^\d{6}\.jsonl$/.test(name))
    .sort()
    .map((name) => {
      // The rest of a write that a power cut ended has no line break.
      const lines = readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1);
      const read = lines.map((line) => JSON.parse(line) as Entry);
      for (const one of read) {
        entries += 1;
        if (one.receipt !== null) receipts += 1;
        check(one.entry === entries, `entry ${one.entry} is in the place of ${entries}`);
        check(one.receipt === null || one.receipt === receipts, `receipt ${one.receipt}`);
        check(one.previous === state.hash && hashOf(one) === one.hash, `hash of ${one.entry}`);
        check((one.fact.kind === 'close') === (one.signature !== null), `seal of ${one.entry}`);
        check(one.signature === null || isSigned(one), `signature of ${one.entry}`);
        state.hash = one.hash;
      }
      const close = read.at(-1)?.fact.kind === 'close' ? read.at(-1) : undefined;
      const own = addUp(
        read.filter(({ fact }) => fact.kind !== 'close'),
        state,
      );
      const z = close === undefined ? null : sorted(object(close.fact.report));
      return {
        entries: read,
        z,
        own: sorted(own),
        closeLine: close === undefined ? null : (lines.at(-1) ?? ''),
      };
    });
}

function check(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`The books are not what was written: ${what}.`);
}

const hashOf = ({ hash: _, signature: __, ...rest }: Entry) =>
  createHash('sha256').update(JSON.stringify(rest)).digest('hex');

function isSigned({ fact, hash, signature }: Entry): boolean {
  const key = Buffer.from(String(fact.key), 'base64');
  const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(hash), publicKey, Buffer.from(signature ?? '', 'base64'));
}

/** What goes on from one period to the next. */
type Carried = {
  hash: string;
  drawer: number;
  sales: number;
  refunds: number;
  till: string;
  currency: string;
};

const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(object) : []);
const number = (value: unknown) => Number(value ?? 0);
type Sum = { count: number; amount: number };
const none = (): Sum => ({ count: 0, amount: 0 });
function more(sum: Sum, amount: number): void {
  sum.count += 1;
  sum.amount += amount;
}

/** Sums by a key. */
class Sums<T extends object> {
  readonly all = new Map<string, T>();
  of(key: unknown, fresh: () => T): T {
    const text = JSON.stringify(key);
    const found = this.all.get(text) ?? fresh();
    this.all.set(text, found);
    return found;
  }
  list = () => [...this.all.values()];
}

function addUp(entries: readonly Entry[], carried: Carried): Json {
  const [sales, refunds, payIn, payOut] = [none(), none(), none(), none()];
  const [vat, refundedVat] = [new Sums<Json>(), new Sums<Json>()];
  const tenders = new Sums<{ kind: string; name: string | null; sales: Sum; refunds: Sum }>();
  const [discounts, corrections, people] = [
    new Sums<Json & Sum>(),
    new Sums<Json & Sum>(),
    new Sums<Json & Sum>(),
  ];
  const rates = (into: Sums<Json>, of: unknown) => {
    for (const { vatRate, total, vat: tax } of list(of)) {
      const rate = into.of(vatRate, () => ({ vatRate, total: 0, vat: 0 }));
      rate.total = number(rate.total) + number(total);
      rate.vat = number(rate.vat) + number(tax);
    }
  };
  let [gross, tips, rounding, noSale, counts, difference] = [0, 0, 0, 0, 0, 0];
  let opening = carried.drawer;
  for (const { fact } of entries) {
    const { kind, by, amount } = fact;
    const means = object(fact.means);
    const name = means.kind === 'other' ? String(means.name) : null;
    const moved = number(fact.total) + number(fact.tip) + number(means.rounding);
    const tender = () =>
      tenders.of([means.kind, name], () => ({
        kind: String(means.kind),
        name,
        sales: none(),
        refunds: none(),
      }));
    if (kind === 'begin') {
      carried.till = String(fact.till);
      carried.currency = String(fact.currency);
    } else if (kind === 'receipt') {
      more(sales, number(fact.total));
      more(
        people.of(by, () => ({ by, ...none() })),
        number(fact.total),
      );
      more(tender().sales, moved);
      gross += number(fact.gross);
      tips += number(fact.tip);
      rounding += number(means.rounding);
      rates(vat, fact.vat);
      for (const { reason, by: giver, approvedBy, amount: off } of list(fact.discounts)) {
        more(
          discounts.of([reason, giver, approvedBy], () => ({
            reason,
            by: giver,
            approvedBy,
            ...none(),
          })),
          number(off),
        );
      }
      carried.sales += number(fact.total);
      if (means.kind === 'cash') carried.drawer += moved;
    } else if (kind === 'refund') {
      more(refunds, number(fact.total));
      more(tender().refunds, moved);
      tips -= number(fact.tip);
      rounding -= number(means.rounding);
      rates(refundedVat, fact.vat);
      carried.refunds += number(fact.total);
      if (means.kind === 'cash') carried.drawer -= moved;
    } else if (kind === 'correction') {
      more(
        corrections.of([fact.act, by], () => ({ act: fact.act, by, ...none() })),
        number(amount),
      );
    } else if (kind === 'count') {
      counts += 1;
      const sum = list(fact.counted).reduce(
        (all, one) => all + number(one.value) * number(one.count),
        0,
      );
      difference += sum - carried.drawer;
      carried.drawer = sum;
    } else if (kind === 'drawer') {
      if (fact.act === 'no_sale') noSale += 1;
      if (fact.act === 'float') opening += number(amount);
      if (fact.act === 'pay_in') more(payIn, number(amount));
      if (fact.act === 'pay_out') more(payOut, number(amount));
      carried.drawer += (fact.act === 'pay_out' ? -1 : 1) * number(amount);
    }
  }
  const numbers = entries.flatMap(({ receipt }) => (receipt === null ? [] : [receipt]));
  const times = entries.map(({ fact }) => fact.at);
  return {
    till: carried.till,
    currency: carried.currency,
    from: times[0],
    to: times.at(-1),
    days: [...new Set(entries.map(({ day }) => day))].sort(),
    receipts: numbers.length === 0 ? null : { first: numbers[0], last: numbers.at(-1) },
    sales,
    gross,
    discounts: discounts.list(),
    net: sales.amount,
    vat: vat.list(),
    refundedVat: refundedVat.list(),
    tips,
    rounding,
    refunds,
    tenders: tenders.list(),
    corrections: corrections.list(),
    people: people.list(),
    drawer: { opening, payIn, payOut, noSale, expected: carried.drawer, counts, difference },
    grand: { sales: carried.sales, refunds: carried.refunds, net: carried.sales - carried.refunds },
  };
}

/** The same figures with their lists in one order: the reports do not promise any. */
function sorted(report: Json): Json {
  const text = (one: unknown) => JSON.stringify(one, Object.keys(object(one)).sort());
  return Object.fromEntries(
    Object.entries(report).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.toSorted((a, b) => (text(a) < text(b) ? -1 : 1)) : value,
    ]),
  );
}
