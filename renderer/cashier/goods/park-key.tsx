import { isBare } from '../../../shared/basket/basket.ts';
import { Archive } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useGoods, useShop, useTables, useTillState, useTools } from '../context.tsx';

/** Parks the basket at a table; one that came from a table goes back there at once. */
export function ParkKey() {
  const { words } = useTools();
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

/** Where nobody can be asked to pay, parking is what moves the sale forward. */
export function ParkYellow() {
  const { words } = useTools();
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

/** True when there is a basket, and a host that can be reached to keep it. */
export function useParks(): boolean {
  const { goods } = useShop();
  const link = useTillState((state) => state.link);
  const bare = useGoods((state) => isBare(state.basket));
  return goods !== undefined && link && !bare;
}

function usePark(): () => void {
  const { till } = useTools();
  const table = useGoods((state) => state.table);
  return () => {
    // What was typed and not added is part of the sale that is parked.
    till.addTyped();
    if (table === null) till.tables.startNaming('park');
    else void till.tables.park(null);
  };
}
