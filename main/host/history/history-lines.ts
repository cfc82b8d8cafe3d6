import { z } from 'zod';
import type { HistorySale } from '../../../shared/device/history/history.ts';
import { historySale, saleMethod } from '../../../shared/device/history/schema.ts';
import { present } from '../../../shared/objects/present.ts';
import { currency, moneyNonNegative, moneyPositive } from '../../../shared/protocol/basic.ts';

const at = z.int().nonnegative();
const name = z.string().max(200);

/** A sale as its line has it. Its members have one order, so that two lines of a sale can be compared as texts. */
export function writtenSaleOf(sale: HistorySale): HistorySale {
  return {
    id: sale.id,
    number: sale.number,
    tid: sale.tid,
    amount: sale.amount,
    additional: sale.additional,
    currency: sale.currency,
    text: sale.text,
    label: sale.label,
    reference: sale.reference,
    method: sale.method,
    state: sale.state,
    started: sale.started,
    ended: sale.ended,
    captured: sale.captured,
    refunded: sale.refunded,
    ...present({ tender: sale.tender }),
  };
}

/** The lines of a day's file. */
export const dayLine = z.discriminatedUnion('kind', [
  /** A sale when it was decided, or later; the last line of a sale counts. */
  z.strictObject({ kind: z.literal('sale'), sale: historySale }),
  /** More money of a sale was captured. `total`: all that is captured so far. */
  z.strictObject({
    kind: z.literal('captured'),
    at,
    sale: name,
    method: saleMethod,
    currency,
    amount: moneyNonNegative,
    additional: moneyNonNegative,
    total: moneyPositive,
  }),
]);
export type DayLine = z.output<typeof dayLine>;

/** A line of a day as its file has it. */
export const writtenLineOf = (line: DayLine) =>
  line.kind === 'sale' ? { ...line, sale: writtenSaleOf(line.sale) } : line;
