import { failureOf } from '../../../shared/client/result.ts';
import { createSender } from '../../../shared/client/send.ts';
import type { OtherCurrency } from '../../../shared/device/bridge/maintenance.ts';
import type { MerchantOutput } from '../../../shared/protocol/merchant.ts';
import { ROUTES } from '../../../shared/protocol/routes.ts';
import { MINUTE, SECOND, type Stopwatch } from '../../../shared/time/clock.ts';
import { systemClock, systemFetch } from '../adapters/machine.ts';
import type { TillAccess } from './access.ts';

/** Currencies of the shop; `unknown`: the service does not state them; `no_answer`: ask again later. */
export type ShopCurrencies = readonly string[] | 'unknown' | 'no_answer';

/** True if the shop takes the currency, or if the service does not state which it takes (D-230). */
export function takes(currencies: MerchantOutput['currencies'], currency: string): boolean {
  return currencies === undefined || currencies.includes(currency);
}

const DEADLINE = 5 * SECOND;

/** Reads from the service in which currencies the shop takes payments. It does not reject. */
export async function readShopCurrencies({
  baseUrl,
  identity,
}: TillAccess): Promise<ShopCurrencies> {
  const send = createSender({ ...identity, baseUrl, clock: systemClock, fetch: systemFetch });
  const { merchantRead } = ROUTES;
  const params = { merchant_id: identity.merchantId };
  const read = await send(merchantRead, merchantRead.reply, { params }, { deadline: DEADLINE });
  if (read.ok) return read.value.currencies ?? 'unknown';
  const { kind } = failureOf(read.error);
  // An answer that cannot be understood is that of a service that does not say its currencies.
  return kind === 'no_answer' || kind === 'too_many' ? 'no_answer' : 'unknown';
}

/** Compares the till's currency with the shop's. */
export interface CurrencyWatch {
  /** Null: they agree, or it is not known. */
  view(): OtherCurrency | null;
  subscribe(listener: () => void): () => void;
  stop(): void;
}

export type CurrencyWatchDeps = {
  /** The till's currency. */
  readonly currency: string;
  readonly read: () => Promise<ShopCurrencies>;
  readonly clock: Pick<Stopwatch, 'after'>;
  /** Writes a line for the operator. */
  readonly report: (sentence: string) => void;
};

/** Time until the service is asked again, in milliseconds. */
const AGAIN = MINUTE;

/**
 * Asks the service at once for the shop's currencies, and every minute until they include the till's: a
 * till that starts without its service finds out later, and a notice goes when the shop has the currency.
 */
export function watchCurrency({ currency, read, clock, report }: CurrencyWatchDeps): CurrencyWatch {
  const listeners = new Set<() => void>();
  let view: OtherCurrency | null = null;
  let stopped = false;
  let cancel = () => {};

  function show(next: OtherCurrency | null): void {
    if (next?.accepted.join() === view?.accepted.join()) return;
    if (next !== null) report(otherCurrencyText(currency, next));
    view = next;
    for (const listener of listeners) listener();
  }

  async function ask(): Promise<void> {
    const found = await read().catch(() => 'no_answer' as const);
    if (stopped) return;
    if (found === 'unknown') return show(null);
    if (found !== 'no_answer') {
      show(found.includes(currency) ? null : { accepted: found });
      if (view === null) return;
    }
    cancel = clock.after(AGAIN, () => void ask());
  }

  void ask();
  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}

/** For the operator: what is wrong, and what to do. */
export function otherCurrencyText(currency: string, { accepted }: OtherCurrency): string {
  return (
    `This till takes ${currency}, but the shop takes ${accepted.join(', ')}: the service refuses every ` +
    'payment. Set "currency" in the till’s settings.json and restart the till.'
  );
}
