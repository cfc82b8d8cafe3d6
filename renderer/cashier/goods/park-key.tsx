import { isBare } from '../../../shared/basket/basket.ts';
import { Archive } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useCashier, useGoods, useShop, useTables, useTillState } from '../common/context.tsx';

/** Parks the basket at a table. A basket that came from a table goes back to that table at once. */
export function ParkKey() {
  const { words } = useCashier();
  const table = useGoods((state) => state.table);
  const busy = useTables((state) => state.busy);
  const park = usePark();
  return (
    <Ghost disabled={busy} onPress={park}>
      <Archive size={20} aria-hidden="true" />
      {table === null ? words.parkSale : words.parkAgain(table.name)}
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

/** True if there is a basket and the host can be reached to store it. */
export function useParks(): boolean {
  const { goods } = useShop();
  const link = useTillState((state) => state.link);
  const bare = useGoods((state) => isBare(state.basket));
  return goods !== undefined && link && !bare;
}

function usePark(): () => void {
  const { till } = useCashier();
  const table = useGoods((state) => state.table);
  return () => {
    // A typed amount that was not added yet is part of the parked sale.
    till.addTyped();
    if (table === null) till.tables.startNaming('park');
    else void till.tables.park(null);
  };
}
