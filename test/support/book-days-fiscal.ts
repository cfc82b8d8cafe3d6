import type { BookFact } from '../../shared/books/entry.ts';
import type { FiscalAct, FiscalFailure } from '../../shared/books/fiscal.ts';
import type {
  FiscalAnswer,
  FiscalOrder,
  FiscalReceipt,
} from '../../shared/device/fiscal/protocol.ts';
import { fiscalRuleOf } from '../../shared/device/fiscal/setting.ts';
import { answerFiscal, newSimulatedDevice } from '../../shared/device/fiscal/simulated.ts';
import {
  type EntryId,
  fiscalCancelId,
  fiscalEndId,
  fiscalStartId,
  fiscalUse,
} from '../../shared/ids/host-ids.ts';
import type { Prng } from '../simulation/prng.ts';

/*
 * The fiscal device of random days: it works, is absent, answers too late, or is full. The till asks it before each
 * payment and after each receipt, and does without it what the country's setting says.
 */

const COUNTRIES = ['DE', 'SE', 'AT', 'HU', 'NO'];
const MOODS = ['works', 'works', 'works', 'absent', 'late'] as const;
/** The books do not say what the device has signed, so any content will do. */
const RECEIPT: FiscalReceipt = {
  kind: 'receipt',
  number: 1,
  at: 'T',
  currency: 'NOK',
  total: 1,
  method: 'cash',
  vat: [],
};

/** `write` books a fact; `now` is the time of the till. */
export function createFiscalDays(
  prng: Prng,
  { write, now }: { readonly write: (fact: BookFact) => void; readonly now: () => number },
) {
  const country = prng.pick(COUNTRIES);
  const fiscal = { host: 'fiscal.example', port: 1 };
  let rule = prng.chance(0.5) ? fiscalRuleOf({ fiscal, country, locale: 'en-GB' }) : null;
  let device = newSimulatedDevice('SIM', prng.chance(0.3) ? prng.between(0, 12) : undefined);
  let mood: (typeof MOODS)[number] = 'works';
  /** True while the device has not done what it was asked last. */
  let isFaulty = false;
  let uses = 0;
  /** Transactions of payments that may still be paid, and of those that came to nothing. */
  const live = new Set<string>();
  const over = new Set<string>();
  /** Transactions of what was booked. */
  const unsigned = new Set<string>();
  const of = (id: string) => `1:${id}`;

  function book(id: EntryId, act: FiscalAct): void {
    write({ kind: 'fiscal', id, at: now(), by: '', ...act });
  }

  function ask(order: FiscalOrder): FiscalAnswer | null {
    if (mood !== 'absent') {
      const seal = (text: string) => `seal of ${text.length}`;
      const done = answerFiscal(device, { till: 'till1', ...order }, seal, 'T');
      device = done.next;
      if (mood === 'works') {
        isFaulty = !done.answer.ok && done.answer.why === 'full';
        return done.answer;
      }
    }
    isFaulty = true;
    return null;
  }

  function finish(transaction: string): FiscalAnswer | null {
    const said = ask({ do: 'finish', transaction, receipt: RECEIPT });
    if (said === null || said.ok || said.why !== 'unknown') return said;
    const started = ask({ do: 'start', transaction });
    return started?.ok === true ? ask({ do: 'finish', transaction, receipt: RECEIPT }) : started;
  }

  /** True if this transaction has ended. */
  function sign(transaction: string): boolean {
    const said = finish(transaction);
    const id = fiscalEndId(transaction.slice(2));
    if (said?.ok === true) {
      const { device: name = '', number = 0, signature = '', time = '' } = said;
      book(id, { act: 'signed', of: transaction, device: name, number, signature, time });
      return true;
    }
    const why: FiscalFailure =
      said === null ? 'no_answer' : said.why === 'full' ? 'full' : 'refused';
    if (rule === 'block_sales' && why !== 'refused') return false;
    book(id, { act: 'failed', of: transaction, why });
    return true;
  }

  function cancel(transaction: string): boolean {
    if (ask({ do: 'cancel', transaction }) === null) return false;
    book(fiscalCancelId(transaction), { act: 'cancelled', of: transaction });
    return true;
  }

  function use(next: typeof rule): void {
    rule = next;
    uses += 1;
    const id = fiscalUse(uses);
    if (next !== null) {
      book(id, { act: 'on', without: next });
      return;
    }
    book(id, { act: 'off' });
    for (const all of [live, over, unsigned]) all.clear();
  }

  /** A payment came to nothing. */
  function ended(id: string): void {
    if (live.delete(of(id))) over.add(of(id));
  }

  if (rule !== null) use(rule);
  return {
    /** Asks the device before a payment, named by the id of its receipt. False: the payment may not be made. */
    permits(id: string): boolean {
      if (rule === null || (rule === 'sell_and_mark' && isFaulty)) return true;
      live.add(of(id));
      book(fiscalStartId(of(id)), { act: 'start', of: of(id) });
      if (ask({ do: 'start', transaction: of(id) })?.ok === true) return true;
      if (rule === 'block_sales') ended(id);
      return rule === 'sell_and_mark';
    },
    ended,
    /** A receipt or a refund was booked. */
    booked(id: string): void {
      if (rule === null) return;
      live.delete(of(id));
      unsigned.add(of(id));
    },
    /** The till looks at what is left to do, as it does after each change. */
    look(): void {
      if (rule === null) return;
      for (const one of unsigned) {
        if (!sign(one)) return;
        unsigned.delete(one);
      }
      for (const one of over) {
        if (!cancel(one)) return;
        over.delete(one);
      }
    },
    /** The device becomes another one: it works, is absent or late, or the shop stops using it. */
    change(): void {
      mood = prng.pick(MOODS);
      if (rule !== null && prng.chance(0.05)) use(null);
    },
    /** What the report of the period must say. */
    waiting: () => ({
      rule,
      started: [...live, ...over].sort().join(' '),
      unsigned: [...unsigned].sort().join(' '),
    }),
  };
}
