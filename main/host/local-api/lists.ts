import type { TerminalView } from '../../../shared/terminal/sale/state.ts';
import type { TillEvent } from '../../../shared/till-api/frames.ts';
import {
  codeOnWire,
  refundOnWire,
  scanOnWire,
  unclaimedOnWire,
} from '../../../shared/till-api/wire.ts';

/** What the till shows besides its sales. */
export function listsOf(view: TerminalView) {
  return {
    unclaimed: view.unclaimed.map(unclaimedOnWire),
    refunds: view.refunds.map(refundOnWire),
    codes: view.codes.map(codeOnWire),
    scans: view.scans.map(scanOnWire),
  };
}
export type Lists = ReturnType<typeof listsOf>;

/** An event for each list, without its number; a list is told whole, because it is short. */
export const LIST_EVENTS: readonly ((lists: Lists, seq: number) => TillEvent)[] = [
  ({ unclaimed }, seq) => ({ type: 'unclaimed', seq, unclaimed }),
  ({ refunds }, seq) => ({ type: 'refunds', seq, refunds }),
  ({ codes, scans }, seq) => ({ type: 'codes', seq, codes, scans }),
];
