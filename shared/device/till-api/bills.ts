import { z } from 'zod';
import { billVersion } from '../../bill/acts.ts';
import { billState } from '../../bill/schema.ts';
import { time } from './sale.ts';

const amount = z.int();

/** What a list and an event say about a bill. */
export const billSummary = z.object({
  id: z.string(),
  version: billVersion,
  state: billState,
  name: z.string().nullable(),
  total: amount,
  due: amount,
  line_count: z.int().nonnegative(),
  changed: time,
  sale: z.string().nullable(),
});
export type BillSummaryOutput = z.input<typeof billSummary>;

export const billList = z.object({ bills: z.array(billSummary) });
