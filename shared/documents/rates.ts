import type { Format } from '../format/format.ts';
import { statedRate } from '../money/vat.ts';

/**
 * The name of a rate's row: `VAT 25 %`. What is no rate, such as `25`, is on no document: the row has its amount and no
 * rate (D-522).
 */
export function rateLabel(
  word: string,
  rate: string | null,
  { percent }: Pick<Format, 'percent'>,
): string {
  const stated = statedRate(rate);
  return stated === null ? word : `${word} ${percent(stated)}`.trim();
}
