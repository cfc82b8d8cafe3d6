import { type Clock, MINUTE } from '../../time/clock.ts';
import type { ScanView } from '../sale/state.ts';

/** Customers who scanned the link without a code of ours: a person may ask one, nobody else does. */
export type StrayScans = {
  readonly add: (argstring: string, token: string) => void;
  /** A sale asks for this customer. */
  readonly remove: (token: string) => void;
  /** Newest first. */
  readonly list: () => readonly ScanView[];
};

/** Nobody waits longer than this, and a flood of scans costs no memory. */
const LIFE = 15 * MINUTE;
const MOST = 20;

/** Kept while the till runs: whoever still waits after a restart scans again. */
export function createStrayScans(clock: Clock): StrayScans {
  let scans: readonly ScanView[] = [];
  const list = () => scans.filter((scan) => scan.at > clock.now() - LIFE);
  const without = (token: string) => list().filter((scan) => scan.token !== token);
  return {
    add: (argstring, token) => {
      scans = [{ token, argstring, at: clock.now() }, ...without(token)].slice(0, MOST);
    },
    remove: (token) => {
      scans = without(token);
    },
    list,
  };
}
