import { Archive } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useBill, useCashier, useTillState } from '../common/context.tsx';

/** Parks the bill under a name. A bill that has one leaves the slip at once. */
export function ParkKey() {
  const { words } = useCashier();
  const name = useBill()?.name ?? null;
  const park = usePark();
  return (
    <Ghost onPress={park}>
      <Archive size={20} aria-hidden="true" />
      {name === null ? words.parkSale : words.parkAgain(name)}
    </Ghost>
  );
}

/** The yellow key for parking, shown while the till cannot take a payment. */
export function ParkYellow() {
  const { words } = useCashier();
  const park = usePark();
  return (
    <YellowKey bed={false} enter className="entry-yellow" onPress={park}>
      <Archive size={40} aria-hidden="true" />
      <span className="entry-yellow-words">
        <span className="entry-yellow-head">{words.parkThis}</span>
        <span>{words.parkThisText}</span>
      </span>
    </YellowKey>
  );
}

/** True if there is a bill and the host can be reached. */
export function useParks(): boolean {
  const link = useTillState((state) => state.link);
  return useBill() !== null && link;
}

function usePark(): () => void {
  const { till } = useCashier();
  const bill = useBill();
  return () => {
    // A typed amount that was not added yet is part of the parked bill.
    till.addTyped();
    if (bill?.name === null) till.tables.startNaming('park');
    else till.tables.park(null);
  };
}
