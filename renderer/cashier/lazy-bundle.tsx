import { DayScreen } from './day-screen.tsx';
import { DiagnosisScreen } from './diagnosis-screen.tsx';
import { EntryScreen } from './entry-screen.tsx';
import { TablesScreen } from './goods/tables-screen.tsx';
import type { OtherScreenProps } from './lazy-screens.tsx';
import { SaleScreen } from './sale-screen.tsx';
import { SalesScreen } from './sales-screen.tsx';
import { StaffScreen } from './staff-screen.tsx';
import { UnclaimedScreen } from './unclaimed-screen.tsx';

/*
 * The components that the first picture does not need. They are one bundle, so that either all of
 * them are loaded or none: see `lazy-screens.tsx`.
 */
export { BasketSlip } from './goods/basket-slip.tsx';
export { ItemKeys } from './goods/item-keys.tsx';
export { NameDeck } from './goods/name-deck.tsx';
export { WaitingCodes } from './goods/waiting-codes.tsx';
export { LockedSale } from './locked-sale.tsx';
export { SetupScreen } from './setup-screen.tsx';

/** The screen that the cashier chose; the sale or the keypad if the till does not have that screen. */
export function OtherScreen({ screen, sale, desk }: OtherScreenProps) {
  if (screen === 'sales') return <SalesScreen />;
  if (screen === 'tables') return <TablesScreen />;
  if (screen === 'unclaimed') return <UnclaimedScreen />;
  if (screen === 'staff' && desk !== undefined) return <StaffScreen desk={desk} />;
  if (screen === 'day' && desk !== undefined) return <DayScreen desk={desk} />;
  if (screen === 'diagnosis') return <DiagnosisScreen />;
  return sale === null ? <EntryScreen /> : <SaleScreen key={sale.id} sale={sale} />;
}
