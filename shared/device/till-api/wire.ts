import { present } from '../../objects/present.ts';
import { type Statement, statedOf } from '../../payment/statement.ts';
import {
  type DeviceCodeView,
  isFinal,
  type RefundView,
  type SaleState,
  type SaleView,
  type ScanView,
  type TerminalView,
  type UnclaimedView,
} from '../../terminal/sale/state.ts';
import type { Instant } from '../../time/clock.ts';
import type { CodeOutput, RefundOutput, ScanOutput } from './more.ts';
import type { SaleOutput, StatusOutput, UnclaimedOutput } from './sale.ts';

/** A sale of the terminal as the till API shows it, with the number of its receipt in the books. */
export function saleOnWire(
  sale: SaleView,
  version: string,
  receipt: number | null = null,
): SaleOutput {
  return {
    id: sale.id,
    version,
    reference: sale.reference ?? null,
    label: sale.label ?? null,
    number: sale.number,
    receipt,
    tid: sale.tid,
    amount: sale.amount,
    additional_amount: sale.additionalAmount,
    mode: sale.mode,
    money: moneyOnWire(sale.money),
    renewal: renewalOnWire(sale.renewal),
    currency: sale.currency,
    text: sale.text,
    method: sale.method,
    state: stateOnWire(sale.state),
    actions: [...sale.actions],
    aside: sale.aside,
    started: timeOnWire(sale.started),
    log: sale.log.map((line) => ({ ...line, at: timeOnWire(line.at) })),
  };
}

function stateOnWire(state: SaleState): SaleOutput['state'] {
  const final = isFinal(state);
  switch (state.kind) {
    case 'waiting_scan':
    case 'waiting_sticker':
    case 'waiting_approval':
    case 'authorised':
      return { ...state, final, expires: timeOnWire(state.expires) };
    case 'paid':
      return { ...state, final, at: timeOnWire(state.at) };
    case 'unclear': {
      const { kind, known, asking, nextTry } = state;
      return { kind, final, known: [...known], asking: [...asking], next_try: timeOnWire(nextTry) };
    }
    case 'refused': {
      const { because } = state;
      if (because.kind === 'unknown_customer') return { ...state, final };
      const { kind, sentence } = because;
      return { ...state, final, because: { kind, sentence } };
    }
    default:
      return { ...state, final };
  }
}

function renewalOnWire(renewal: SaleView['renewal']): SaleOutput['renewal'] {
  if (renewal === null) return null;
  const { state, from, expires } = renewal;
  return { state, from: timeOnWire(from), expires: timeOnWire(expires) };
}

export function unclaimedOnWire(result: UnclaimedView): UnclaimedOutput {
  const { tid, posTid, money, currency, code, at } = result;
  return {
    tid,
    pos_tid: posTid,
    amount: money === null ? null : statedOf(money).amount,
    money: money === null ? null : moneyOnWire(money),
    currency,
    status_code: code,
    at: timeOnWire(at),
  };
}

function moneyOnWire(statement: Statement): SaleOutput['money'] {
  const { asked, authorised, captured, released, refunded, net } = statement;
  return { asked, authorised, captured, released, refunded, net };
}

export function refundOnWire({ reason: _, lines, goods: __, ...refund }: RefundView): RefundOutput {
  const returned = lines?.map(({ index, quantity, product, name, total, vat }) => {
    return { index, quantity, product_id: product, description: name, total, vat };
  });
  return { ...refund, at: timeOnWire(refund.at), ...present({ lines: returned }) };
}

export function codeOnWire({ id, uri, label, state, opened }: DeviceCodeView): CodeOutput {
  return { id, uri, label: label ?? null, state, opened: timeOnWire(opened) };
}

export function scanOnWire({ token, argstring, at }: ScanView): ScanOutput {
  return { token, argstring, at: timeOnWire(at) };
}

/**
 * What the till says of itself; `run` and `seq` say up to which event this is true. `canBook` is false while its books
 * cannot begin.
 */
export function statusOnWire(
  view: TerminalView,
  till: { readonly posId: string; readonly currency: string; readonly canBook: boolean },
  place: { readonly run: string; readonly seq: number },
): StatusOutput {
  const { connection } = view;
  return {
    api: 'v1',
    pos_id: till.posId,
    currency: till.currency,
    connection:
      connection.kind === 'online'
        ? connection
        : { kind: 'offline', since: timeOnWire(connection.since) },
    obstacle: obstacleOf(view, till.canBook),
    open_sales: view.sales.filter((sale) => !isFinal(sale.state)).length,
    unclaimed: view.unclaimed.length,
    ...place,
  };
}

/** Why a sale cannot be started now, the most stubborn reason first. */
function obstacleOf(view: TerminalView, canBook: boolean): StatusOutput['obstacle'] {
  if (view.notReady !== null) return view.notReady;
  if (!canBook) return 'journal_full';
  if (view.connection.kind === 'offline') return 'offline';
  return blockingSales(view).length > 0 ? 'busy' : 'none';
}

/** The open sales that keep the till's screen. */
export function blockingSales(view: TerminalView): readonly SaleView[] {
  return view.sales.filter((sale) => !isFinal(sale.state) && !sale.aside);
}

/** A time as the till API writes it. */
export function timeOnWire(at: Instant): string {
  return new Date(at).toISOString();
}
