import type { BooksCommand, BooksView } from '../../../shared/bridge/books.ts';
import type { BridgeAnswer, TillSettings } from '../../../shared/bridge/contract.ts';
import { roundingOf } from '../../../shared/cash/setting.ts';
import { businessDate } from '../../../shared/ledger/calendar.ts';
import type { DayTerms } from '../../../shared/ledger/settle.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { type DeviceClock, instantOf } from '../../../shared/time/clock.ts';

/** The drawer and the books of a till, as its screens see and change them. */
export interface HostBooks {
  view(): BooksView;
  /** Calls `listener` after every change of the view. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  run(command: BooksCommand): Promise<BridgeAnswer>;
}

export type HostBooksOptions = {
  readonly settings: TillSettings;
  readonly terms: DayTerms;
  readonly clock: DeviceClock;
};

export function openHostBooks({ settings, terms, clock }: HostBooksOptions): HostBooks {
  const cashStep = roundingOf(settings)?.step ?? 1;
  return {
    view() {
      const day = businessDate(instantOf(clock.now()), terms);
      return {
        state: 'ok',
        day,
        hasCash: false,
        lastClose: 0,
        days: [],
        cashStep,
        otherTenders: settings.otherTenders ?? [],
      };
    },
    subscribe: () => () => undefined,
    run: async () => refuseTill('not_here', 'This till has no books yet.'),
  };
}
