import { money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import type { Transition } from '../../../../shared/terminal/sale/events.ts';
import type { VendResult } from '../../../../shared/terminal/sale/machine-port.ts';
import type { Run, Sale, SaleFacts } from '../../../../shared/terminal/sale/sale.ts';
import { settingsOf, type TerminalSetup } from '../../../../shared/terminal/sale/settings.ts';
import { BEGAN, but, openedSale } from '../../../support/sales.ts';
import { SETUP } from '../../../support/till.ts';

/* Vending sales for the tests of their rules, and the steps that the rules take. */

export const NOW = BEGAN + 10_000;

export function context(setup: Partial<TerminalSetup> = {}) {
  const settings = settingsOf({ ...SETUP, policy: 'unattended', ...setup });
  return { now: NOW, serviceNow: NOW, pushUp: false, jitter: 0, settings };
}

export const seen = (code: number, refunded = false): Pick<SaleFacts, 'seen'> => ({
  seen: { code, expires: BEGAN + 300_000, refunded, at: BEGAN },
});
export const AUTH = seen(CODE.auth);
export const PAID = seen(CODE.ok);

export const OK: VendResult = { kind: 'ok', amount: null };
export const part = (amount: number): VendResult => ({
  kind: 'partial',
  amount: money(amount),
  why: 'x',
});
export const failed: VendResult = { kind: 'failed', why: 'Jammed.' };
export const vend = (result: VendResult | null): Pick<SaleFacts, 'vend'> => ({
  vend: { id: '_vend.1-a', result },
});

const modeOf = (order: 'deposit' | 'pay_first') => ({ kind: 'vend', item: 'B4', order }) as const;
export const deposit = (facts: Partial<SaleFacts>, run: Partial<Run> = {}): Sale =>
  but(openedSale({ mode: modeOf('deposit') }), facts, run);
export const payFirst = (facts: Partial<SaleFacts>, run: Partial<Run> = {}): Sale =>
  but(openedSale({ mode: modeOf('pay_first') }), facts, run);

/** The steps of a sale as words: its records, the orders to the machine and the refunds. */
export function steps(transition: Transition) {
  return transition.steps.map((step) => {
    if (step.kind === 'dispense') return `machine: ${step.how}`;
    if (step.kind !== 'write') return step.kind;
    const { record } = step;
    if (record.kind !== 'intent') return record.kind;
    return record.part === undefined
      ? record.what
      : `${record.what} ${record.part.amount} of ${record.part.id}, then ${record.rest}`;
  });
}
