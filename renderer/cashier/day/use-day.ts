import { useCallback, useEffect, useState } from 'react';
import type { DayPage } from '../../../shared/device/bridge/back-office.ts';
import { dayOf } from '../../state/history.ts';
import { useCashier, useShop } from '../common/context.tsx';

type Read = { readonly day: string; readonly page: DayPage | null; readonly failed: boolean };

/**
 * Loads the totals of a day from the host, and loads them again when a sale or a refund changes.
 */
export function useDay(day: string) {
  const { till } = useCashier();
  const { view } = useShop();
  const [read, setRead] = useState<Read>({ day, page: null, failed: false });
  const sales = view.sales.map(({ id, state, money }) => [id, state.kind, money.captured].join());
  const moved = [...sales, ...view.refunds.map(({ id, state }) => `${id} ${state}`)].join(' ');
  const ask = useCallback(
    async (isWanted: () => boolean) => {
      const page = dayOf(await till.call({ type: 'day', day }));
      if (isWanted()) setRead({ day, page, failed: page === null });
    },
    [till, day],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed sale reloads the day
  useEffect(() => {
    let wanted = true;
    void ask(() => wanted);
    return () => {
      wanted = false;
    };
  }, [ask, moved]);
  const mine = read.day === day;
  return {
    page: mine ? read.page : null,
    failed: mine && read.failed,
    again: () => void ask(() => true),
  };
}
