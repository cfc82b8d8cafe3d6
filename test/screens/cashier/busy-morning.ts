import { money } from '../../../shared/money/money.ts';
import type { SaleState, SaleView, TerminalView } from '../../../shared/terminal/sale/state.ts';
import { amounts } from '../../support/amounts.ts';
import { lines, NOW, sale, view } from './sales.ts';

/** A till after a busy morning: sales of every ending, one set aside, one result without a sale. */
export const BUSY_MORNING: TerminalView = view(
  [
    sale(
      {
        kind: 'unclear',
        known: ['saved_here'],
        asking: ['did_request_arrive'],
        nextTry: NOW + 9_000,
      },
      {
        id: 'a',
        number: 186,
        aside: true,
        actions: ['ask_again', 'cancel'],
        amount: money(21_400),
      },
    ),
    past('b', 185, 12_500, { kind: 'paid', at: NOW - 200_000 }),
    past('c', 184, 5_200, { kind: 'paid', at: NOW - 380_000 }),
    past('d', 183, 9_800, { kind: 'declined' }),
    past('e', 182, 3_600, { kind: 'expired', what: 'request' }),
    past('f', 181, 5_200, { kind: 'aborted' }),
    past('g', 180, 13_300, { kind: 'released' }),
  ],
  {
    unclaimed: [
      {
        tid: 'p7k2m9x1q0ab',
        posTid: 'other-42',
        money: amounts({ captured: 4_500 }),
        currency: 'NOK',
        code: 2000,
        at: NOW - 90_000,
      },
      {
        tid: 'p1c8r4t6y2zz',
        posTid: null,
        money: null,
        currency: null,
        code: null,
        at: NOW - 80_000,
      },
    ],
  },
);

function past(id: string, number: number, amount: number, state: SaleState): SaleView {
  return sale(state, {
    id,
    number,
    amount: money(amount),
    aside: true,
    started: NOW - (190 - number) * 200_000,
    log: lines('request_sent', 'scanned'),
  });
}
