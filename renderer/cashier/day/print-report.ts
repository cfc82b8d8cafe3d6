import { useEffect, useState } from 'react';
import type { ReportPage } from '../../../shared/documents/report.ts';
import { useCashier, useTillState } from '../common/context.tsx';

/**
 * Prints a report on the receipt printer; without one the browser prints the page. The till books an X report first, and
 * `draw` shows the booked one, because the report on the screen may be older. Nothing is printed if the cashier has
 * left the report meanwhile: the browser would print another page.
 */
export function usePrintReport(period: number | null, draw: (page: ReportPage) => void) {
  const { till, words } = useCashier();
  const printing = useTillState((state) => state.snapshot?.printing ?? null);
  const busy = useTillState((state) => state.running);
  const job = printing?.jobs.find(({ what }) => what === 'report') ?? null;
  const waits = job?.why ? words.printWaits(words.printFaults[job.why]) : words.printing;
  /** How many pages the browser was told to print. It prints each when its report is drawn. */
  const [pages, setPages] = useState(0);
  useEffect(() => {
    if (pages > 0) window.print();
  }, [pages]);
  return {
    busy,
    note: job === null ? null : waits,
    print: async () => {
      const on = printing === null ? 'browser' : 'printer';
      const done = await till.run({ type: 'print_report', period, on });
      if (done === null || on === 'printer') return;
      if (done.value !== null && 'report' in done.value) draw(done.value.report);
      setPages((before) => before + 1);
    },
  };
}
