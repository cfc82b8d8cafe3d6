import { useCallback, useEffect, useState } from 'react';
import type { ReportPage } from '../../../shared/device/bridge/books.ts';
import { useCashier, useShop } from '../common/context.tsx';
import { reportIn } from '../drawer/use-books.ts';

type Read = {
  readonly period: number | null;
  readonly page: ReportPage | null;
  readonly failed: boolean;
};

/**
 * Reads a report from the host: a closed one by its number, or the open period, which is read again when something was
 * paid or refunded.
 */
export function useReport(period: number | null) {
  const { till } = useCashier();
  const { view, bills } = useShop();
  const [read, setRead] = useState<Read>({ period, page: null, failed: false });
  const sales = view.sales.map(({ id, state, money }) => [id, state.kind, money.captured].join());
  const open = (bills?.open ?? []).map(({ id, version }) => `${id} ${version}`);
  const refunds = view.refunds.map(({ id, state }) => `${id} ${state}`);
  const moved = period === null ? [...sales, ...open, ...refunds].join(' ') : '';
  const ask = useCallback(
    async (isWanted: () => boolean) => {
      const answer = await till.call({ type: 'read_report', period });
      const page = answer?.ok === true ? reportIn(answer.value) : null;
      if (isWanted()) setRead({ period, page, failed: page === null });
    },
    [till, period],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a payment reloads the report
  useEffect(() => {
    let wanted = true;
    void ask(() => wanted);
    return () => {
      wanted = false;
    };
  }, [ask, moved]);
  const mine = read.period === period;
  return {
    page: mine ? read.page : null,
    failed: mine && read.failed,
    again: () => void ask(() => true),
  };
}
