import type { CounterEvent } from '../../../../renderer/state/mode/counter.ts';
import type {
  DeckWindow,
  PayOrder,
  Question,
  TenderDone,
} from '../../../../renderer/state/mode/mode.ts';
import { newBill } from '../../../../shared/bill/bill.ts';
import { pieces } from '../../../../shared/bill/quantity.ts';
import { plainOrder } from '../../../../shared/catalogue/order.ts';
import { money, ZERO } from '../../../../shared/money/money.ts';
import { plainProduct } from '../../../shared/catalogue/products.ts';

export const seven: CounterEvent = {
  type: 'key',
  key: { kind: 'digit', digit: 7 },
  bare: false,
  typesWeight: true,
};

export const BILL = newBill('b1', null, 0);

export const PRICE: DeckWindow = {
  kind: 'price',
  order: plainOrder(plainProduct({ id: 'cake', price: null }), pieces(1)),
  typed: 0,
};

export const TENDER: DeckWindow = {
  kind: 'tender',
  taking: 'cash',
  typed: 0,
  full: false,
  name: null,
};

export const ORDER: PayOrder = {
  seen: { part: money(700), tip: ZERO },
  amount: money(700),
  tip: ZERO,
  by: { kind: 'cash', received: money(700) },
};

export const DONE: TenderDone = {
  bill: BILL,
  tender: 'tender:t1',
  method: { kind: 'cash' },
  amount: money(700),
  tip: ZERO,
  rounding: ZERO,
  received: money(1_000),
  change: money(300),
  left: ZERO,
};

export const APPROVAL: Question = {
  kind: 'approval',
  asked: { bill: 'b1', version: 1, act: { act: 'remove', line: 'line:l1' } },
};
