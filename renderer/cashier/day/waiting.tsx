import { openSales } from '../../state/sales.ts';
import { Ghost } from '../../ui/key.tsx';
import { useBill, useCashier, useOpenBillId, useShop, useTillState } from '../common/context.tsx';

/** A key to each kind of thing that is not finished. */
export function Waiting() {
  const { till, words } = useCashier();
  const unfinished = useUnfinished();
  const keys = [
    { count: unfinished.sales, screen: 'sales', label: words.dayOpenSales },
    { count: unfinished.tables, screen: 'tables', label: words.dayOpenTables },
    { count: unfinished.codes, screen: 'sale', label: words.dayCodes },
    { count: unfinished.entering, screen: 'sale', label: () => words.dayEntering },
    { count: unfinished.unclaimed, screen: 'unclaimed', label: words.dayUnclaimed },
    { count: unfinished.refunds, screen: 'sales', label: words.dayRefunds },
  ] as const;
  return (
    <div className="day-waits">
      {keys
        .filter(({ count }) => count > 0)
        .map(({ count, screen, label }) => (
          <Ghost key={label(count)} onPress={() => till.show(screen)}>
            {label(count)}
          </Ghost>
        ))}
    </div>
  );
}

/** Everything that must end before the day is closed, as counts. */
export function useUnfinished() {
  const { view, bills } = useShop();
  const current = useOpenBillId();
  // The bill on the slip is counted as what is being entered.
  const tables = bills?.open.filter(({ id }) => id !== current).length ?? 0;
  const amount = useTillState(({ entry }) => entry.amount);
  const isBasket = useBill() !== null;
  return {
    sales: openSales(view).length,
    tables,
    codes: view.codes.length,
    entering: amount > 0 || isBasket ? 1 : 0,
    unclaimed: view.unclaimed.length,
    refunds: refundsUnderWay(view).length,
  };
}

function refundsUnderWay({ refunds }: ReturnType<typeof useShop>['view']) {
  return refunds.filter(({ state }) => state === 'under_way');
}
