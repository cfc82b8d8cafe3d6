import type { DeskView } from '../../shared/bridge/desk.ts';
import type { SaleView } from '../../shared/terminal/sale/state.ts';
import type { Screen } from '../state/till-store.ts';
import { DayScreen } from './day-screen.tsx';
import { DiagnosisScreen } from './diagnosis-screen.tsx';
import { EntryScreen } from './entry-screen.tsx';
import { TablesScreen } from './goods/tables-screen.tsx';
import { SaleScreen } from './sale-screen.tsx';
import { SalesScreen } from './sales-screen.tsx';
import { StaffScreen } from './staff-screen.tsx';
import { UnclaimedScreen } from './unclaimed-screen.tsx';

/*
 * What the first picture does without. All of it is one file, so that it is there at once and
 * whole: see `later.tsx`.
 */
export { BasketSlip } from './goods/basket-slip.tsx';
export { ItemKeys } from './goods/item-keys.tsx';
export { NameDeck } from './goods/name-deck.tsx';
export { WaitingCodes } from './goods/waiting-codes.tsx';
export { LockedSale } from './locked-sale.tsx';
export { SetupScreen } from './setup-screen.tsx';

type OtherScreenProps = {
  readonly screen: Screen;
  readonly sale: SaleView | null;
  readonly desk: DeskView | undefined;
};

/** Whichever screen was chosen; the sale's where there is none of that name. */
export function OtherScreen({ screen, sale, desk }: OtherScreenProps) {
  if (screen === 'sales') return <SalesScreen />;
  if (screen === 'tables') return <TablesScreen />;
  if (screen === 'unclaimed') return <UnclaimedScreen />;
  if (screen === 'staff' && desk !== undefined) return <StaffScreen desk={desk} />;
  if (screen === 'day' && desk !== undefined) return <DayScreen desk={desk} />;
  if (screen === 'diagnosis') return <DiagnosisScreen />;
  return sale === null ? <EntryScreen /> : <SaleScreen key={sale.id} sale={sale} />;
}
