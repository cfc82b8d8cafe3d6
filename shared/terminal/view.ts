import { actionsOf } from './actions.ts';
import type { UnclaimedRecord } from './records.ts';
import { isOver, type Sale } from './sale.ts';
import { stateOf } from './sale-state.ts';
import type { TerminalSettings } from './settings.ts';
import type { SaleView, UnclaimedView } from './state.ts';

/** One sale as a screen sees it. */
function saleView(sale: Sale, settings: TerminalSettings): SaleView {
  const { facts } = sale;
  return {
    id: facts.id,
    number: facts.number,
    tid: facts.created?.tid ?? null,
    amount: facts.body.amount,
    additionalAmount: facts.additional,
    currency: facts.body.currency,
    text: facts.body.text,
    way: facts.way,
    state: stateOf(sale),
    actions: actionsOf(sale, settings),
    log: sale.log,
    started: facts.started,
    aside: facts.aside,
  };
}

/** Open sales first, then the last that ended; newest first in both. */
export function salesView(sales: Iterable<Sale>, settings: TerminalSettings): SaleView[] {
  const all = [...sales].sort((a, b) => b.facts.number - a.facts.number);
  const open = all.filter((sale) => !isOver(sale.facts));
  const ended = all.filter((sale) => isOver(sale.facts));
  const byEnd = ended.sort((a, b) => (b.facts.ended ?? 0) - (a.facts.ended ?? 0));
  return [...open, ...byEnd.slice(0, settings.endedShown)].map((sale) => saleView(sale, settings));
}

export function unclaimedView(record: UnclaimedRecord): UnclaimedView {
  const { tid, posTid, amount, currency, code, at } = record;
  return { tid, posTid, amount, currency, code, at };
}
