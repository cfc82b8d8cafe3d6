import type { PortalPairing, PortalPairingCode } from '../../../shared/portal/pairing.ts';
import { useNow } from '../../ui/countdown.tsx';
import { Check } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { rootHere } from '../../ui/page-address.ts';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { usePortal } from '../common/context.tsx';

type PairingCodeProps = {
  readonly made: PortalPairingCode;
  /** The current state of the pairing, from the list. */
  readonly pairing: PortalPairing;
  readonly onClose: () => void;
};

/** A pairing code in large type with the time left, until the till is paired. */
export function PairingCode({ made, pairing, onClose }: PairingCodeProps) {
  const { words } = usePortal();
  const now = useNow(1_000);
  const left = Math.max(0, Math.ceil((made.pairing.expires - now) / 1_000));
  const waiting = pairing.state === 'waiting' && left > 0;
  return (
    <Slip className="portal-slip" label={made.pairing.name} torn={pairing.state === 'paired'}>
      <h2>{made.pairing.name}</h2>
      {waiting && (
        <>
          <p>{words.pairType}</p>
          <p className="pairing-code mono">{made.code}</p>
          <Perforation />
          <dl className="slip-facts portal-facts">
            <dt>{words.pairAddress}</dt>
            <dd className="mono">{rootHere()}</dd>
            <dt>{words.pairLeft}</dt>
            <dd>{words.pairTime(Math.floor(left / 60), left % 60)}</dd>
          </dl>
          <p className="pairing-once">{words.pairOnce}</p>
        </>
      )}
      {pairing.state === 'paired' && (
        <p className="pairing-done" role="status">
          <Check size={28} aria-hidden="true" />
          {words.pairDone(pairing.device ?? pairing.pos_id)}
        </p>
      )}
      {!waiting && pairing.state !== 'paired' && <p role="status">{words.pairEnded}</p>}
      <Ghost className="form-back" onPress={onClose}>
        {words.pairClose}
      </Ghost>
    </Slip>
  );
}
