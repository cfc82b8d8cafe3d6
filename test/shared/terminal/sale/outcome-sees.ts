import { money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import type { OutcomeAnswer } from '../../../../shared/terminal/sale/events.ts';
import { onOutcome } from '../../../../shared/terminal/sale/outcome-reducer.ts';
import type { Run, Sale, SaleFacts } from '../../../../shared/terminal/sale/sale.ts';
import { settingsOf, type TerminalSetup } from '../../../../shared/terminal/sale/settings.ts';
import { BEGAN, but, openedSale } from '../../../support/sales.ts';
import { SETUP } from '../../../support/till.ts';

/* An outcome that is read of a sale, and what the till does about it. */

export const NOW = BEGAN + 20_000;
export const END = NOW + 48 * 3_600_000;
export const context = (setup: Partial<TerminalSetup> = {}) => ({
  now: NOW,
  serviceNow: NOW,
  pushUp: false,
  jitter: 1,
  settings: settingsOf({ ...SETUP, captureTries: 3, ...setup }),
});
export const machine = { policy: 'unattended' } as const;
export const sums = (amount: number, additional = 0) => ({
  amount: money(amount),
  additional: money(additional),
});
export const answer = (code: number, more: Partial<OutcomeAnswer> = {}): OutcomeAnswer => ({
  kind: 'outcome',
  code,
  expires: END,
  additional: money(0),
  refunded: false,
  ...more,
});
export const AUTH = answer(CODE.auth);
export const PENDING = answer(CODE.pending);
export const seen = (code: number): Pick<SaleFacts, 'seen'> => ({
  seen: { code, expires: END, refunded: false, at: BEGAN },
});
export const known = (facts: Partial<SaleFacts> = {}, run: Partial<Run> = {}): Sale =>
  but(openedSale(), facts, { request: 'confirmed', lookFirst: true, ...run });
export const reserved = (facts: Partial<SaleFacts> = {}, run: Partial<Run> = {}) =>
  known({ approved: true, ...seen(CODE.auth), ...facts }, run);

/** The records that the till writes after an outcome, and the sale after that. */
export function sees(sale: Sale, what: OutcomeAnswer = AUTH, setup: Partial<TerminalSetup> = {}) {
  const { steps, sale: after } = onOutcome({ sale, steps: [] }, what, context(setup));
  const wrote = steps.flatMap((step) => {
    if (step.kind !== 'write') return [step.kind];
    const { record } = step;
    if (record.kind === 'intent')
      return [record.part === undefined ? record.what : `${record.what} ${record.part.id}`];
    return record.kind === 'held' ? [`held: ${record.because}`] : [record.kind];
  });
  return { wrote, facts: after.facts, run: after.run, waits: after.run.due - NOW };
}
