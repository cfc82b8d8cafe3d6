import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paperFormat } from '../../main/host/receipts/paper-text.ts';
import { endedReceiptSale } from '../../main/host/receipts/sale-draft.ts';
import { saleSlip } from '../../main/host/receipts/sale-slip.ts';
import { pastText } from '../../renderer/cashier/sale/state-text.ts';
import { requestState } from '../../renderer/wallet/request-state.ts';
import { listItemOf } from '../../service/payments/list.ts';
import { groupOf, paymentView } from '../../service/portal/payment-view.ts';
import { requestView } from '../../service/wallet/request-view.ts';
import { customerView } from '../../shared/device/bridge/customer-view.ts';
import { historyOf, historyStatement } from '../../shared/device/history/history.ts';
import { phaseOf } from '../../shared/device/kiosk/phase.ts';
import { saleOnWire } from '../../shared/device/till-api/wire.ts';
import { money } from '../../shared/money/money.ts';
import { outcomeOf as outcomeOfService } from '../../shared/payment/outcome.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { listedOf, statedOf, statementOfPayment } from '../../shared/payment/statement.ts';
import { CODE, statusOf } from '../../shared/protocol/status-codes.ts';
import { unclaimedFrom, unclaimedStatement } from '../../shared/terminal/codes/unclaimed.ts';
import { outcomeOf } from '../../shared/terminal/engine/service-client.ts';
import { applyRecord } from '../../shared/terminal/sale/apply-record.ts';
import { recordOutcome } from '../../shared/terminal/sale/outcome-reducer.ts';
import { openSale, type Sale } from '../../shared/terminal/sale/sale.ts';
import { settingsOf } from '../../shared/terminal/sale/settings.ts';
import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { saleView } from '../../shared/terminal/view.ts';
import { SETTINGS, view } from '../screens/cashier/sales.ts';
import { CASHIER_WORDS } from '../support/cashier-words.ts';
import { anyLife, LIVES, type LifeStep } from '../support/payment-lives.ts';
import { openedRecord, recordOf } from '../support/sales.ts';
import { SETUP } from '../support/till.ts';

/*
 * Every place that states an amount of a payment, at every step of random lives, against the ledger.
 * `PAYMENT_LIVES` sets the number of lives.
 */

const TERMINAL = settingsOf(SETUP);
const PAPER = paperFormat(SETTINGS);
const text = (amount: number) => PAPER.amount(money(amount), 'NOK');
const sum = (parts: readonly { amount: number; additional_amount: number }[]) =>
  parts.reduce((all, part) => all + part.amount + part.additional_amount, 0);

/** What the ledger says of a payment. */
function ledgerOf({ records, payment }: LifeStep) {
  const gross = (action: string) =>
    records
      .filter(({ line }) => line.action === action)
      .reduce(
        (all, { line }) => all + Math.abs(line.money?.gross ?? line.amount + line.additionalAmount),
        0,
      );
  const asked = payment.request.amount + payment.additionalAmount;
  const [captured, refunded, released] = [gross('capture'), gross('refund'), gross('release')];
  const isOpen = payment.code === CODE.auth;
  const authorised = isOpen ? asked - captured : 0;
  const vat = new Map<number, number>();
  for (const { line, sales } of records) {
    if (line.action !== 'capture') continue;
    for (const { vatRate, vat: tax } of sales) vat.set(vatRate, (vat.get(vatRate) ?? 0) + tax);
  }
  return { asked, authorised, captured, released, refunded, net: captured - refunded, vat };
}
type Ledger = ReturnType<typeof ledgerOf>;

/** The sale of a till that has read these outcomes. */
function saleAfter(steps: readonly LifeStep[]): Sale {
  const [first] = steps;
  if (first === undefined) throw new Error('no step');
  const { request, tid, requestExpires: expires } = first.payment;
  const body = {
    ...openedRecord().body,
    amount: request.amount,
    additional_amount: request.additional_amount,
    line_items: request.line_items ?? [],
  };
  const opened = openSale(openedRecord({ body, at: first.at }));
  const created = recordOf('1-a', { kind: 'created', tid, uri: null, expires }, first.at);
  let sale = applyRecord(opened, created);
  for (const { payment, at } of steps) {
    const seen = outcomeOf(outcomeOfService(payment));
    sale = recordOutcome({ sale, steps: [] }, seen, { now: at }).sale;
  }
  return sale;
}

const statesAmounts = (ledger: Ledger, more: Partial<Ledger> = {}) => {
  const { vat: _, ...amounts } = { ...ledger, ...more };
  return amounts;
};

function checkService({ payment }: LifeStep, ledger: Ledger): void {
  const outcome = outcomeOfService(payment);
  expect(sum(outcome.captures)).toBe(ledger.captured);
  expect(sum(outcome.refunds)).toBe(ledger.refunded);
  expect(outcome.auth_amount + outcome.auth_additional_amount).toBe(ledger.authorised);
  expect(listItemOf(payment, '')).toMatchObject({
    total: ledger.asked,
    total_captured: ledger.captured,
    total_refund: ledger.refunded,
  });
}

/** What a list may say with the word of a state. */
function listedWith(word: string, ledger: Ledger): number {
  switch (word) {
    case 'paid':
      return ledger.net;
    case 'refunded':
      return ledger.refunded;
    case 'approved':
    case 'reserved':
      return ledger.authorised;
    default:
      return ledger.asked;
  }
}

const STORE = {
  merchants: { record: async () => null },
  pos: { read: async () => null },
} as unknown as Parameters<typeof requestView>[0]['store'];

async function checkPages({ payment }: LifeStep, ledger: Ledger): Promise<void> {
  const request = await requestView({ store: STORE }, 'c1', payment);
  expect(request.money).toMatchObject(statesAmounts(ledger));
  expect(request.refunds.reduce((all, { amount }) => all + amount, 0)).toBe(ledger.refunded);
  expect(request.paid === null).toBe(ledger.captured === 0);
  expect(listedOf(request.money)).toBe(listedWith(requestState(request), ledger));
  const page = await paymentView(payment, async (posId) => posId);
  expect(page).toMatchObject({
    amount: ledger.asked,
    authorised: ledger.authorised,
    captured: ledger.captured,
    released_amount: ledger.released,
    refunded: ledger.refunded,
    listed: listedWith(groupOf(payment), ledger),
  });
}

/** A till does not learn that an ended authorisation stays reserved (D-100). */
const seenByTill = (payment: Payment, ledger: Ledger): Ledger => ({
  ...ledger,
  released: ledger.released + statementOfPayment(payment).held,
});

function checkTill(payment: Payment, sale: SaleView, ledger: Ledger): void {
  const amounts = statesAmounts(ledger);
  expect(sale.money).toMatchObject(amounts);
  expect(saleOnWire(sale, '1').money).toMatchObject(amounts);
  const past = historyStatement(historyOf(sale));
  expect(past).toMatchObject({ captured: ledger.captured, refunded: ledger.refunded });
  const shown = customerView({ settings: SETTINGS, view: view([sale]) }).sale;
  if (shown?.phase.kind === 'paid') expect(shown.money.captured).toBe(ledger.captured);
  const phase = phaseOf(sale);
  if ('kept' in phase) expect(phase.kept).toBe(ledger.net);
  if (sale.state.kind === 'paid' && ledger.refunded > 0) {
    const said = pastText(sale, CASHIER_WORDS.en, text).text;
    const sums = [text(ledger.refunded), text(ledger.net)] as const;
    expect(said).toBe(CASHIER_WORDS.en.statePaidRefundedText(...sums));
  }
  const paper = saleSlip(sale, SETTINGS);
  expect(paper !== null).toBe(statusOf(payment.code) === 'ok');
  if (paper === null) return;
  expect(paper.total.value).toBe(text(ledger.captured));
  expect(paper.changes?.map(({ value }) => value)).toEqual(
    ledger.refunded === 0 ? [] : [text(-ledger.refunded)],
  );
  const due = [...ledger.vat].filter(([rate]) => rate > 0).sort(([a], [b]) => b - a);
  const printed = new Map(paper.taxes?.map(({ label, value }) => [label, value]));
  for (const [rate, vat] of due) {
    expect(printed.get(`incl. VAT ${PAPER.percent(rate)}`)).toBe(text(vat));
  }
  const old = saleSlip(endedReceiptSale(historyOf(sale)), SETTINGS);
  expect(old?.total.value).toBe(text(ledger.captured));
}

function checkUnclaimed(payment: Payment, ledger: Ledger): void {
  const record = unclaimedFrom(outcomeOfService(payment));
  const stated = unclaimedStatement({ v: 1, kind: 'unclaimed', at: 0, ...record });
  const { captured, refunded, net, authorised } = ledger;
  expect(stated).toMatchObject({ captured, refunded, net, authorised });
  if (stated !== null && captured > 0 && authorised === 0) {
    expect(statedOf(stated)).toEqual({ what: 'captured', amount: captured });
  }
}

it('every place that states an amount agrees with the ledger', { timeout: 0 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyLife, async (steps) => {
      for (const [place, step] of steps.entries()) {
        const ledger = ledgerOf(step);
        checkService(step, ledger);
        await checkPages(step, ledger);
        checkUnclaimed(step.payment, ledger);
        const known = seenByTill(step.payment, ledger);
        const before = steps.slice(0, place + 1);
        checkTill(step.payment, saleView(saleAfter(before), TERMINAL, step.at), known);
        // A till that reads the last outcome alone does not learn that an aborted payment was approved.
        const isAborted = step.payment.code === CODE.aborted;
        const late = isAborted ? { ...known, released: 0 } : known;
        checkTill(step.payment, saleView(saleAfter([step]), TERMINAL, step.at), late);
      }
    }),
    { numRuns: LIVES },
  );
});
