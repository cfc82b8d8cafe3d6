import { failureOf } from '../../../shared/client/result.ts';
import type { OtherCurrency } from '../../../shared/device/bridge/maintenance.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import type { MerchantOutput } from '../../../shared/protocol/merchant.ts';
import { ROUTES } from '../../../shared/protocol/routes.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { NewPayment } from '../../../shared/terminal/sale/payment-permit.ts';
import { MINUTE, SECOND, type Stopwatch } from '../../../shared/time/clock.ts';
import { senderOf, type TillAccess, type Wire } from './access.ts';

/** Currencies of the shop; `unknown`: the service does not state them; `no_answer`: ask again later. */
export type ShopCurrencies = readonly string[] | 'unknown' | 'no_answer';

/** True if the shop takes the currency, or if the service does not state which it takes (D-230). */
export function takes(currencies: MerchantOutput['currencies'], currency: string): boolean {
  return currencies === undefined || currencies.includes(currency);
}

const DEADLINE = 5 * SECOND;

/** The shop's record in its service. `unknown`: the service does not state it; `no_answer`: ask again later. It does not reject. */
export async function readShop(
  access: TillAccess,
  wire: Wire,
): Promise<MerchantOutput | 'unknown' | 'no_answer'> {
  const send = senderOf(access, wire);
  const { merchantRead } = ROUTES;
  const params = { merchant_id: access.identity.merchantId };
  const read = await send(merchantRead, merchantRead.reply, { params }, { deadline: DEADLINE });
  if (read.ok) return read.value;
  const { kind } = failureOf(read.error);
  // An answer that cannot be understood is that of a service that does not say its currencies.
  return kind === 'no_answer' || kind === 'too_many' ? 'no_answer' : 'unknown';
}

/** Reads from the service in which currencies the shop takes payments. It does not reject. */
export async function readShopCurrencies(access: TillAccess, wire: Wire): Promise<ShopCurrencies> {
  return currenciesOf(await readShop(access, wire));
}

/** The currencies in the shop's record. */
export const currenciesOf = (shop: Awaited<ReturnType<typeof readShop>>): ShopCurrencies =>
  typeof shop === 'string' ? shop : (shop.currencies ?? 'unknown');

/** Compares the till's currency with the shop's. */
export interface CurrencyWatch {
  /** Null: they agree, or it is not known. */
  view(): OtherCurrency | null;
  /** The sentence for programs and logs; null as above. */
  text(): string | null;
  subscribe(listener: () => void): () => void;
  /** The service answers again: a watch that has no answer yet asks at once. */
  look(): void;
  stop(): void;
}

export type CurrencyWatchDeps = {
  /** The till's currency. */
  readonly currency: string;
  /** The file that says it: “the till’s settings.json”. */
  readonly file: string;
  readonly read: () => Promise<ShopCurrencies>;
  readonly clock: Pick<Stopwatch, 'after'>;
  /** Writes a line for the operator. */
  readonly report: (sentence: string) => void;
};

/** Time until the service is asked again, in milliseconds: one that did not answer, and one whose shop has another currency. */
const NO_ANSWER = MINUTE;
const OTHER = 5 * SECOND;

/**
 * Asks the service at once for the shop's currencies, and again until they include the till's: a till that starts without
 * its service finds out when it answers, and a notice goes some seconds after the shop has the currency.
 */
export function watchCurrency(deps: CurrencyWatchDeps): CurrencyWatch {
  const { currency, file, read, clock, report } = deps;
  const listeners = createListeners();
  let view: OtherCurrency | null = null;
  let stopped = false;
  /** The service did not answer, and is asked again when the timer ends. */
  let waits = false;
  let cancel = () => {};

  const text = () => (view === null ? null : otherCurrencyText(currency, view, file));

  function show(next: OtherCurrency | null): void {
    if (next?.accepted.join() === view?.accepted.join()) return;
    view = next;
    const said = text();
    if (said !== null) report(said);
    listeners.tell();
  }

  async function ask(): Promise<void> {
    const found = await read().catch(() => 'no_answer' as const);
    if (stopped) return;
    waits = found === 'no_answer';
    if (found === 'unknown') return show(null);
    if (found !== 'no_answer') {
      show(found.includes(currency) ? null : { accepted: found });
      if (view === null) return;
    }
    cancel = clock.after(waits ? NO_ANSWER : OTHER, () => void ask());
  }

  void ask();
  return {
    view: () => view,
    text,
    look() {
      if (!waits) return;
      waits = false;
      cancel();
      void ask();
    },
    subscribe: listeners.subscribe,
    stop() {
      stopped = true;
      cancel();
    },
  };
}

/** The refusal of a payment by phone while the shop does not take the till's currency (D-501). Null: it may begin. */
export function refusedCurrency(
  { kind }: Pick<NewPayment, 'kind'>,
  watch: Pick<CurrencyWatch, 'text'>,
): ReturnType<typeof refuseTill> | null {
  const text = kind === 'sale' ? watch.text() : null;
  return text === null ? null : refuseTill('shop_other_currency', text);
}

/** For the operator: what is wrong, and what to do. `file` has the till's settings. */
export function otherCurrencyText(
  currency: string,
  { accepted }: OtherCurrency,
  file = 'the till’s settings.json',
): string {
  const known = accepted.length === 0 ? 'no currency' : accepted.join(', ');
  return (
    `This till takes ${currency}, but the shop takes ${known}: the service refuses every ` +
    `payment. Set "currency" in ${file} and restart the till.`
  );
}
