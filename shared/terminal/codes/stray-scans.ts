import { type DeviceClock, elapsed, instantOf, MINUTE, type Ticks } from '../../time/clock.ts';
import type { ScanView } from '../sale/state.ts';

/**
 * Customers who scanned the link of this device without a code that it shows. The cashier can send one
 * of them a request; the till does not do that by itself.
 */
export type StrayScans = {
  readonly add: (argstring: string, token: string) => void;
  /** Removes the customer, because a sale uses this scan. */
  readonly remove: (token: string) => void;
  /** Newest first. */
  readonly list: () => readonly ScanView[];
};

/** Age and number of scans are limited, so a flood of scans cannot use up memory. */
const LIFE = 15 * MINUTE;
const MOST = 20;

/** The scans are in memory only. After a restart the customer must scan again. */
export function createStrayScans(clock: DeviceClock): StrayScans {
  let scans: readonly { readonly scan: ScanView; readonly came: Ticks }[] = [];
  const fresh = () => scans.filter(({ came }) => elapsed(came, clock.ticks()) < LIFE);
  const without = (token: string) => fresh().filter(({ scan }) => scan.token !== token);
  return {
    add: (argstring, token) => {
      const scan = { token, argstring, at: instantOf(clock.now()) };
      scans = [{ scan, came: clock.ticks() }, ...without(token)].slice(0, MOST);
    },
    remove: (token) => {
      scans = without(token);
    },
    list: () => fresh().map(({ scan }) => scan),
  };
}
