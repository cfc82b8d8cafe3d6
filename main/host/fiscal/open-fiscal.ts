import { openBillsOf } from '../../../shared/bill/bill-index.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { fiscalRuleOf } from '../../../shared/device/fiscal/setting.ts';
import {
  type EntryId,
  receiptOfPayment,
  receiptOfSale,
  receiptOfTender,
} from '../../../shared/ids/host-ids.ts';
import type { NewPayment } from '../../../shared/terminal/sale/payment-permit.ts';
import { isFinal } from '../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import type { TillBooks } from '../books/till-books.ts';
import type { FiscalDeviceAt } from './device.ts';
import { type Fiscal, openFiscal } from './fiscal.ts';

export type OpenTillFiscalOptions = {
  readonly books: TillBooks;
  readonly terminal: Terminal;
  readonly settings: Pick<TillSettings, 'fiscal' | 'country' | 'locale' | 'posId'>;
  readonly report: (sentence: string) => void;
  readonly clock: DeviceClock;
  readonly deviceAt: FiscalDeviceAt;
};

/** Opens the fiscal device that the settings name. A till without one still knows what an earlier one has signed. */
export async function openTillFiscal(options: OpenTillFiscalOptions): Promise<Fiscal> {
  const { books, terminal, settings, report, clock, deviceAt } = options;
  const rule = fiscalRuleOf(settings);
  const { host = '', port = 0 } = settings.fiscal ?? {};
  const fiscal = await openFiscal({
    books,
    rule,
    device: deviceAt({ host, port }),
    till: settings.posId,
    isLive: (payment) => isLivePayment(terminal, payment),
    clock,
    report,
  });
  terminal.subscribe(() => fiscal.look());
  return fiscal;
}

/** The id of the receipt that a payment will have. */
export function receiptOfNew(payment: NewPayment): EntryId {
  if (payment.kind === 'tendered') return receiptOfPayment(payment.id);
  const { sale, tender } = payment;
  return tender === null ? receiptOfSale(sale) : receiptOfTender(tender);
}

/** True while a sale or the tender of a bill can still move money. */
export function isLivePayment(
  terminal: Pick<Terminal, 'view' | 'bills'>,
  payment: EntryId,
): boolean {
  const sales = terminal.view().sales.filter(({ state }) => !isFinal(state));
  if (sales.some(({ id }) => payment === receiptOfSale(id))) return true;
  return openBillsOf(terminal.bills.bills()).some(({ tenders }) =>
    tenders.some(({ id, state }) => state === 'open' && payment === receiptOfTender(id)),
  );
}
