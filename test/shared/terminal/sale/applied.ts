import { expect } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { applyRecord } from '../../../../shared/terminal/sale/apply-record.ts';
import type { SaleRecord } from '../../../../shared/terminal/sale/records.ts';
import type { Sale, SaleFacts } from '../../../../shared/terminal/sale/sale.ts';
import { BEGAN, recordOf } from '../../../support/sales.ts';

/* A record and what it does to its sale, for the tests of both halves of the records. */

type SeenRecord = Extract<SaleRecord, { kind: 'seen' }>;
/** When every record is written, and when a payment ends that was seen. */
export const AT = BEGAN + 5_000;
export const END = BEGAN + 300_000;

type Bare = Parameters<typeof recordOf>[1];

export const learns = (sale: Sale, bare: Bare): Sale =>
  applyRecord(sale, recordOf(sale.facts.id, bare, AT));

/** The lines that a record adds. */
export const lines = (sale: Sale, bare: Bare) => {
  const { log } = learns(sale, bare);
  const added = log.slice(sale.log.length);
  expect(added.every(({ at }) => at === AT)).toBe(true);
  return added.map(({ key }) => key);
};

export const saw = (code: number, more: Partial<SeenRecord> = {}) =>
  ({ kind: 'seen', code, expires: END, additional: money(0), refunded: false, ...more }) as const;

export const seen = (code: number, expires: number | null = END): Pick<SaleFacts, 'seen'> => ({
  seen: { code, expires, refunded: false, at: BEGAN },
});

export const sums = (amount: number, additional = 0) => ({
  amount: money(amount),
  additional: money(additional),
});
export const part = (id: string, amount: number) => ({ id, ...sums(amount) });
