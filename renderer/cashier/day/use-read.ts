import { useCallback, useEffect, useState } from 'react';
import type { Command, ValueOf } from '../../../shared/device/commands/table.ts';
import { useCashier, useShop } from '../common/context.tsx';

type Read<T> = { readonly of: string; readonly page: T | null; readonly failed: boolean };

/**
 * Reads a page of the day from the host, and reads it again when `moved` changes. An answer that comes after another
 * page was asked for is dropped.
 */
function useRead<C extends Command, T>(
  command: C,
  pageIn: (value: ValueOf<C['type']>) => T,
  moved: string,
) {
  const { till } = useCashier();
  const of = JSON.stringify(command);
  const [read, setRead] = useState<Read<T>>({ of, page: null, failed: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` stands for the command
  const ask = useCallback(
    async (isWanted: () => boolean) => {
      const answer = await till.call(command);
      const page = answer?.ok === true ? pageIn(answer.value) : null;
      if (isWanted()) setRead({ of, page, failed: page === null });
    },
    [till, of],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has moved loads the page again
  useEffect(() => {
    let wanted = true;
    void ask(() => wanted);
    return () => {
      wanted = false;
    };
  }, [ask, moved]);
  const mine = read.of === of;
  return {
    page: mine ? read.page : null,
    failed: mine && read.failed,
    again: () => void ask(() => true),
    /** Draws a page that the host has answered to another command. */
    draw: (page: T) => setRead({ of, page, failed: false }),
  };
}

/** Changes with each payment and each refund of the till. */
function usePayments(): string {
  const { view } = useShop();
  const sales = view.sales.map(({ id, state, money }) => [id, state.kind, money.captured].join());
  return [...sales, ...view.refunds.map(({ id, state }) => `${id} ${state}`)].join(' ');
}

/** The totals of a day. They are read again when a sale or a refund changes. */
export function useDay(day: string) {
  return useRead({ type: 'day', day }, ({ day: page }) => page, usePayments());
}

/**
 * A report: a closed one by its number, or the open period, which is read again when something was paid or refunded.
 */
export function useReport(period: number | null) {
  const { bills } = useShop();
  const open = (bills?.open ?? []).map(({ id, version }) => `${id} ${version}`);
  const payments = usePayments();
  const moved = period === null ? [payments, ...open].join(' ') : '';
  return useRead({ type: 'read_report', period }, ({ report }) => report, moved);
}
