import { keepsBooks } from '../../state/till-state.ts';
import { usePayment, useTillState } from '../common/context.tsx';

/** Why cash and other tenders are not offered while a payment by phone is not decided. */
export function OtherAfter() {
  const { words } = usePayment();
  return useTillState(({ snapshot }) => keepsBooks(snapshot)) ? words.otherAfter : null;
}
