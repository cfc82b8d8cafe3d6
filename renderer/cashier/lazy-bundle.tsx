import type { OtherScreenProps } from './common/lazy-screens.tsx';
import { PrintNotices } from './common/print-notices.tsx';
import { DayScreen } from './day/day-screen.tsx';
import { DiagnosisScreen } from './diagnosis/diagnosis-screen.tsx';
import { DrawerScreen } from './drawer/drawer-screen.tsx';
import { ReceiptEmailWindow } from './email/email-key.tsx';
import { EntryScreen } from './entry/entry-screen.tsx';
import { FiscalNotice } from './entry/fiscal-notice.tsx';
import { LargeAmount } from './entry/large-amount.tsx';
import { MissedClose } from './entry/missed-close.tsx';
import { OtherCurrencyNotice } from './entry/other-currency.tsx';
import { RefusedScan } from './entry/scan-problem.tsx';
import { TipWindow } from './entry/tip-window.tsx';
import { TablesScreen } from './goods/tables-screen.tsx';
import { UnclaimedScreen } from './history/unclaimed-screen.tsx';
import { FoundReceipt } from './receipt/receipt-refund.tsx';
import { ReceiptsScreen } from './receipt/receipts-screen.tsx';
import { HeldEnds } from './sale/held-ends.tsx';
import { SaleScreen } from './sale/sale-screen.tsx';
import { TillAnnouncer } from './sale/till-announcer.tsx';
import { ScannerScreen } from './scanner/scanner-screen.tsx';
import { ScreensScreen } from './screens/screens-screen.tsx';
import { StaffScreen } from './staff/staff-screen.tsx';
import './common/options.css';
import './common/letter-keys.css';
import './entry/notices.css';
import './goods/bill.css';
import './goods/line.css';
import './goods/tables.css';
import './goods/waiting-codes.css';
import './sale/sale.css';
import './sale/receipt-code.css';
import './email/email.css';
import './history/sales.css';
import './history/refund.css';
import './receipt/receipts.css';
import './staff/staff.css';
import './staff/locked-sale.css';
import '../ui/document.css';
import './day/day.css';
import './tender/tender.css';
import './drawer/drawer.css';
import './setup/setup.css';
import './diagnosis/diagnosis.css';
import './scanner/scanner.css';
import './print.css';

/*
 * The components that the first picture does not need, with their style. They are one bundle, so that
 * either all of them are loaded or none: see `lazy-screens.tsx`.
 */
export { LetterKeys } from './common/letter-keys.tsx';
export { OptionsPanel } from './common/options-panel.tsx';
export { ClearQuestion } from './entry/clear-question.tsx';
export { FreeKeys, PayoutKeys } from './entry/free-keys.tsx';
export { PhoneKeys } from './entry/phone-keys.tsx';
export { PhoneWindow } from './entry/phone-window.tsx';
export { BillSlip } from './goods/bill-slip.tsx';
export { DiscountHelp } from './goods/discount-step.tsx';
export { ItemWindow } from './goods/item-window.tsx';
export { LineDeck } from './goods/line-deck.tsx';
export { NameDeck } from './goods/name-deck.tsx';
export { SplitKey } from './goods/split-key.tsx';
export { StepKeys } from './goods/step-keys.tsx';
export { StepWindow } from './goods/step-window.tsx';
export { WaitingCodes } from './goods/waiting-codes.tsx';
export { SetupScreen } from './setup/setup-screen.tsx';
export { BillApproval } from './staff/bill-approval.tsx';
export { LockedSale } from './staff/locked-sale.tsx';
export { TenderDeck } from './tender/tender-deck.tsx';
export { EndedKeys, EndedSlip } from './tendered/ended-slip.tsx';
export { TenderPaid } from './tendered/tender-paid.tsx';

/** What the till says beside its screen: to screen readers, and in the windows of its questions. */
export function Said() {
  return (
    <>
      <TillAnnouncer />
      <LargeAmount />
      <TipWindow />
      <ReceiptEmailWindow />
      <RefusedScan />
      <PrintNotices />
    </>
  );
}

/** What the cashier learns above the slip, where it moves no key of the deck: a wrong currency, the fiscal device does not work, a day that was not closed, and how sales on hold ended. */
export function AboveSlip() {
  return (
    <>
      <OtherCurrencyNotice />
      <FiscalNotice />
      <MissedClose />
      <HeldEnds />
    </>
  );
}

/** The screen that the cashier chose; the sale or the keypad if the till does not have that screen. */
export function OtherScreen({ screen, sale, backOffice }: OtherScreenProps) {
  if (screen === 'sales') return <ReceiptsScreen />;
  if (screen === 'receipt') return <FoundReceipt />;
  if (screen === 'tables') return <TablesScreen />;
  if (screen === 'unclaimed') return <UnclaimedScreen />;
  if (screen === 'staff' && backOffice !== undefined)
    return <StaffScreen backOffice={backOffice} />;
  if (screen === 'day' && backOffice !== undefined) return <DayScreen backOffice={backOffice} />;
  if (screen === 'drawer') return <DrawerScreen />;
  if (screen === 'diagnosis') return <DiagnosisScreen />;
  if (screen === 'scanner') return <ScannerScreen />;
  if (screen === 'screens') return <ScreensScreen />;
  return sale === null ? <EntryScreen /> : <SaleScreen key={sale.id} sale={sale} />;
}
