import { saleSlip } from '../../main/host/receipts/sale-slip.ts';
import { logText } from '../../renderer/cashier/sale/log-text.ts';
import { stateText } from '../../renderer/cashier/sale/state-text.ts';
import type { TillSettings } from '../../shared/device/bridge/contract.ts';
import { amountParts, formatAmount } from '../../shared/money/format.ts';
import { isFinal, type SaleLogLine, type SaleView } from '../../shared/terminal/index.ts';
import { CASHIER_WORDS } from '../support/cashier-words.ts';
import { type AuditContext, type AuditedSale, saleIdOf } from './audited-sale.ts';
import { LOG_CLAIMS } from './log-claims.ts';
import { deviceCodeOf, stickerAt } from './service.ts';
import type { Truth } from './truth.ts';

const { en: WORDS } = CASHIER_WORDS;
const NOTHING_TAKEN = /nothing (was )?taken/i;
const NOTHING_ASKED = /nothing was asked|nobody was asked/i;

const RECEIPT: TillSettings = {
  shop: { name: 'Shop', address: null, organisationNumber: null },
  currency: 'NOK',
  locale: 'en-GB',
  language: 'en',
  posId: 'till',
  paidDwellSeconds: 4,
  timeZone: 'UTC',
};

/**
 * Compares the statements of a till with what has happened: the sentences of the state, the lines of the
 * slip's log, the amounts and the receipt. The sentences are those that the cashier's screen shows.
 */
export function createStatementAudit(
  { find, lifeOf, policy, cannotWrite }: AuditContext,
  truth: Truth,
) {
  function auditSentence(sale: AuditedSale, view: SaleView, sentence: string): void {
    const isLead = saleIdOf(view.id) === view.id;
    if (NOTHING_TAKEN.test(sentence)) {
      const taken = isLead
        ? truth.takenFor(sale.id)
        : (truth.of(view.tid, saleIdOf(view.id))?.taken ?? 0);
      if (taken > 0) find(`sale ${view.id} says "${sentence}", but ${taken} was taken`);
      if (isLead && isFinal(view.state)) sale.saidNothing ??= sentence;
    }
    if (isLead && NOTHING_ASKED.test(sentence) && truth.wasAsked(sale.id)) {
      find(`sale ${view.id} says "${sentence}", but a customer had the request`);
    }
  }

  function auditLine(sale: AuditedSale, view: SaleView, line: SaleLogLine): void {
    const payment = truth.of(view.tid, saleIdOf(view.id));
    const { till, id } = sale;
    const evidence = {
      ...{ line, view, payment, sale, policy, life: lifeOf(till), isSaid: truth.isSaid },
      isStuck: cannotWrite(till),
      isScanned: truth.isScanned(stickerAt(till), '') || truth.isScanned(deviceCodeOf(till), id),
    };
    if (!LOG_CLAIMS[line.key].holds(evidence))
      find(`sale ${view.id} says "${logText(line, '', WORDS)}", which had not happened`);
    auditSentence(sale, view, logText(line, '', WORDS));
  }

  function auditLog(sale: AuditedSale, view: SaleView): void {
    const { log } = view;
    if (log.at(-1) === sale.lastLine) return;
    const before = sale.lastLine === null ? -1 : log.indexOf(sale.lastLine);
    for (const line of log.slice(before + 1)) auditLine(sale, view, line);
    sale.lastLine = log.at(-1) ?? null;
  }

  function auditMoney(view: SaleView): void {
    const payment = truth.of(view.tid, saleIdOf(view.id));
    const { authorised, captured } = view.money;
    if (captured > (payment?.taken ?? 0)) {
      find(`sale ${view.id} shows ${captured} as captured, where ${payment?.taken ?? 0} was`);
    }
    if (authorised > 0 && payment?.approved !== true) {
      find(`sale ${view.id} shows ${authorised} as reserved, but no customer has approved`);
    }
    if (view.state.kind === 'paid' && (payment?.taken ?? 0) === 0) {
      find(`sale ${view.id} is shown as paid, but nothing was taken`);
    }
    if (view.state.kind === 'declined' && payment?.rejected !== true) {
      find(`sale ${view.id} is shown as declined, but no customer has declined`);
    }
  }

  function auditReceipt(view: SaleView): void {
    const content = saleSlip(view, RECEIPT);
    const payment = truth.of(view.tid, saleIdOf(view.id));
    const taken = payment?.taken ?? 0;
    if (content === null) return;
    if (taken === 0) find(`sale ${view.id} has a receipt, but nothing was taken`);
    const due = view.money.captured;
    const words = amountParts(due, view.currency, RECEIPT.locale).map(({ text }) => text);
    if (due !== taken || content.total.value !== words.join('')) {
      find(`the receipt of sale ${view.id} is of ${content.total.value}, ${taken} was taken`);
    }
  }

  return {
    /** Audits what a screen shows of a sale; `isNew` when its state has just changed. */
    audit(sale: AuditedSale, view: SaleView, isNew: boolean): void {
      auditLog(sale, view);
      if (!isNew) return;
      auditMoney(view);
      const said = stateText(view, WORDS, (amount, code) =>
        formatAmount(amount, code, RECEIPT.locale),
      );
      auditSentence(sale, view, `${said.head}. ${said.text}`);
      if (isFinal(view.state)) auditReceipt(view);
      if (view.state.kind !== 'unclear') return;
      const approved = truth.of(view.tid, saleIdOf(view.id))?.approved === true;
      if (view.state.known.includes('was_approved') && !approved) {
        find(`sale ${view.id} says that it was approved, but no customer has approved`);
      }
    },
  };
}
