import type { PortalDelivery } from '../../shared/portal/contract.ts';
import type { Tone } from '../state/tone.ts';
import { Seal } from '../ui/seal.tsx';
import { usePortal } from './context.tsx';

type State = PortalDelivery['state'];

const TONES: Readonly<Record<State, Tone>> = {
  delivered: 'paid',
  open: 'waiting',
  given_up: 'declined',
  gone: 'aborted',
};

/** Whether a callback was delivered: a shape and its word. */
export function DeliveryWord({ state }: { readonly state: State }) {
  const { words } = usePortal();
  return (
    <span className={`stage-word mark-word tone-${TONES[state]}`}>
      <Seal tone={TONES[state]} size={24} />
      {words.deliveries[state]}
    </span>
  );
}
