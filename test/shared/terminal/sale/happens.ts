import type { SaleEvent } from '../../../../shared/terminal/sale/events.ts';
import { reduce } from '../../../../shared/terminal/sale/reduce.ts';
import type { Sale, SaleFacts } from '../../../../shared/terminal/sale/sale.ts';
import { settingsOf } from '../../../../shared/terminal/sale/settings.ts';
import { BEGAN } from '../../../support/sales.ts';
import { SETUP } from '../../../support/till.ts';

/* An event of a sale at a fixed time, and the steps that follow from it. */

export const NOW = BEGAN + 20_000;
export const END = BEGAN + 300_000;
export const context = {
  now: NOW,
  serviceNow: NOW,
  pushUp: false,
  jitter: 1,
  settings: settingsOf(SETUP),
};
/** The payment as the service has made it. */
export const created = { tid: 'p1', uri: 'http://p/1', expires: END };
export const seen = (code: number): Pick<SaleFacts, 'seen'> => ({
  seen: { code, expires: END, refunded: false, at: BEGAN },
});

export function happens(sale: Sale, event: SaleEvent) {
  const { sale: after, steps } = reduce(sale, event, context);
  const wrote = steps.flatMap((step) => (step.kind === 'write' ? [step.record] : []));
  const calls = steps.flatMap((step) => (step.kind === 'call' ? [step.call] : []));
  return {
    wrote,
    kinds: wrote.map(({ kind }) => kind),
    calls,
    facts: after.facts,
    run: after.run,
    steps: steps.map(({ kind }) => kind),
    log: after.log.slice(sale.log.length).map(({ key, text }) => (text ? `${key} ${text}` : key)),
    waits: after.run.due - NOW,
  };
}
