import { money } from '../../../shared/money/money.ts';
import type {
  SaleLogKey,
  SaleState,
  SaleStateKind,
  SaleView,
} from '../../../shared/terminal/index.ts';
import { instantOf } from '../../../shared/time/clock.ts';
import type { Alter } from '../till.ts';
import { outcomes, type Planted, showing } from './plant.ts';

/** Shows a wrong state. */
const shownAs = (kind: SaleStateKind, state: SaleState) => (): Alter =>
  showing((sale) => (sale.state.kind === kind ? { ...sale, state } : sale));

/** Prints a line on the slip of every sale in a state. */
const saying = (kind: SaleStateKind, key: SaleLogKey) => (): Alter => {
  const lines = new Map<string, SaleView['log'][number]>();
  return showing((sale) => {
    if (sale.state.kind !== kind) return sale;
    const line = lines.get(sale.id) ?? { at: sale.started, key };
    lines.set(sale.id, line);
    return { ...sale, log: [...sale.log, line] };
  });
};

/** Shows the payment of another sale. */
const otherTid = showing((sale, all) => {
  const other = all.find(({ id, tid }) => id !== sale.id && tid !== null);
  return other === undefined ? sale : { ...sale, tid: other.tid };
});

/** Shows the whole amount as captured after a part was. */
const wholeTaken = showing((sale) =>
  sale.money.captured > 0 ? { ...sale, money: { ...sale.money, captured: sale.amount } } : sale,
);

/** Prints an amount on the receipt that is not the captured one. */
const wrongReceipt = showing((sale) =>
  sale.state.kind === 'paid'
    ? { ...sale, money: { ...sale.money, captured: money(sale.money.captured + 500) } }
    : sale,
);

/** Shows reserved money before a customer has approved. */
const reservedTooSoon = showing((sale) =>
  sale.state.kind === 'declined'
    ? { ...sale, money: { ...sale.money, authorised: sale.amount } }
    : sale,
);

/** Returns one time from a final result to the wait for the customer. */
const flickers = (): Alter => {
  const ended = new Map<string, number>();
  return showing((sale) => {
    if (sale.state.kind !== 'aborted') return sale;
    const count = (ended.get(sale.id) ?? 0) + 1;
    ended.set(sale.id, count);
    return count === 2 ? { ...sale, state: { kind: 'aborting' } } : sale;
  });
};

/** Shows a payment without an answer, or an expired one, as declined. */
const expiredAsDeclined = outcomes(({ status_code }) =>
  status_code === 5011 ? { status_code: 5006 } : null,
);

/** Shows a sale that it could not read as expired, by its own clock. */
const expiresByOwnClock: Alter = (parts) =>
  outcomes((outcome) => {
    const until = Date.parse(outcome.date_expires ?? '');
    const isOver = outcome.status_code < 2_000 && until < instantOf(parts.clock.now());
    return isOver ? { status_code: 5011, status: 'fail' } : null;
  })(parts);

export const SCREENS: readonly Planted[] = [
  {
    name: 'shows paid while it captures',
    part: 'screen',
    within: 10,
    plant: shownAs('capturing', { kind: 'paid', at: 0 }),
  },
  {
    name: 'shows cancelled while it cancels',
    part: 'screen',
    within: 10,
    plant: shownAs('aborting', { kind: 'aborted' }),
  },
  {
    name: 'shows declined for an unclear sale',
    part: 'screen',
    within: 10,
    plant: shownAs('unclear', { kind: 'declined' }),
  },
  {
    name: 'shows released while it releases',
    part: 'screen',
    within: 5,
    plant: shownAs('releasing', { kind: 'released' }),
  },
  {
    name: 'shows declined for an expired sale',
    part: 'screen',
    within: 15,
    plant: shownAs('expired', { kind: 'declined' }),
  },
  {
    name: 'logs a release for a paid sale',
    part: 'screen',
    within: 10,
    plant: saying('paid', 'released'),
  },
  {
    name: 'logs an approval for a scanned sale',
    part: 'screen',
    within: 5,
    plant: saying('waiting_approval', 'approved'),
  },
  {
    name: 'logs paid for a released sale',
    part: 'screen',
    within: 5,
    plant: saying('released', 'paid'),
  },
  {
    name: 'logs declined for a cancelled sale',
    part: 'screen',
    within: 10,
    plant: saying('aborted', 'declined'),
  },
  { name: 'shows the payment of another sale', part: 'screen', within: 10, plant: () => otherTid },
  { name: 'shows a part as the whole amount', part: 'screen', within: 10, plant: () => wholeTaken },
  { name: 'prints a wrong receipt', part: 'screen', within: 10, plant: () => wrongReceipt },
  {
    name: 'shows reserved money on a declined sale',
    part: 'screen',
    within: 10,
    plant: () => reservedTooSoon,
  },
  { name: 'goes back from a final result', part: 'screen', within: 10, plant: flickers },
  { name: 'reads expired as declined', part: 'screen', within: 15, plant: () => expiredAsDeclined },
  {
    name: 'ends requests by its own clock',
    part: 'time',
    within: 10,
    plant: () => expiresByOwnClock,
  },
];
