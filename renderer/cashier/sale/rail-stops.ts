import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { type Tone, toneOf } from '../../state/tone.ts';
import type { RailStop } from '../../ui/rail.tsx';

const ORDER = ['waiting', 'phone', 'authorised', 'paid'] as const;
const PLACES: readonly Tone[] = ORDER;

/** The position of a live or paid sale on the rail. */
export function railStops(sale: SaleView, words: CashierWords): readonly RailStop[] {
  const here = PLACES.indexOf(toneOf(sale));
  return ORDER.map((one, index) => {
    const step = index < here ? 'done' : index === here ? 'now' : 'todo';
    return { tone: one, step, label: labelOf(one, step, sale, words), stepLabel: far(step, words) };
  });
}

function far(step: RailStop['step'], words: CashierWords): string {
  return { done: words.railDone, now: words.railNow, todo: words.railTodo }[step];
}

function labelOf(
  tone: RailStop['tone'],
  step: RailStop['step'],
  sale: SaleView,
  words: CashierWords,
): string {
  switch (tone) {
    case 'waiting':
      if (sale.method.kind === 'phone' || sale.method.kind === 'scan_token') return words.railSent;
      return step === 'done' ? words.railScanned : words.railScan;
    case 'phone':
      return step === 'done' ? words.railApproved : words.railApprove;
    case 'authorised':
      return words.railReserved;
    case 'paid':
      return words.railPaid;
  }
}
