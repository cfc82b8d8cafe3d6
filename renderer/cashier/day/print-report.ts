import { useCashier, useTillState } from '../common/context.tsx';

/** Prints a report on the receipt printer; without one the browser prints the page. The till books an X report first. */
export function usePrintReport(period: number | null) {
  const { till, words } = useCashier();
  const printing = useTillState((state) => state.snapshot?.printing ?? null);
  const busy = useTillState((state) => state.running);
  const job = printing?.jobs.find(({ what }) => what === 'report') ?? null;
  const waits = job?.why ? words.printWaits(words.printFaults[job.why]) : words.printing;
  return {
    busy,
    note: job === null ? null : waits,
    print: async () => {
      const on = printing === null ? 'browser' : 'printer';
      const isDone = await till.run({ type: 'print_report', period, on });
      if (isDone && on === 'browser') window.print();
    },
  };
}
