import { useState } from 'react';
import type { PortalPairing } from '../../../shared/portal/pairing.ts';
import { FinalQuestion } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Ghost } from '../../ui/key.tsx';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { usePortal } from '../common/context.tsx';

type PairingSlipProps = {
  readonly pairing: PortalPairing;
  readonly onChanged: () => void;
};

/** One pairing: when and from where the till was paired, its rights, and the key to end it. */
export function PairingSlip({ pairing, onChanged }: PairingSlipProps) {
  const { portal, words } = usePortal();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const live = pairing.state === 'paired' || pairing.state === 'waiting';
  const at = (instant: number | null) => (instant === null ? null : format.dateTime(instant));
  const facts: readonly (readonly [string, string | null])[] = [
    [words.id, pairing.pos_id],
    [words.pairRights, pairing.rights === 'refunds' ? words.pairRefunds : words.pairSales],
    [words.pairMadeBy, `${pairing.created_by}, ${at(pairing.created)}`],
    [words.pairPairedAt, at(pairing.paired)],
    [words.pairUser, pairing.user_id],
    [words.pairProof, proofOf(pairing, words)],
    [words.pairDevice, pairing.device],
    [words.pairFrom, pairing.address],
    [words.pairRevokedAt, at(pairing.revoked)],
  ];
  const revoke = async () => {
    setAsking(false);
    await portal.act(() => portal.api.pairingRevoke(pairing.id));
    onChanged();
  };
  return (
    <>
      <Slip className="portal-slip" label={pairing.name} torn={!live}>
        <h2>{pairing.name}</h2>
        <p>{words.pairStates[pairing.state]}</p>
        <Perforation />
        <dl className="slip-facts portal-facts">
          {facts.map(([name, fact]) =>
            fact === null ? null : (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </div>
            ),
          )}
        </dl>
      </Slip>
      {live && (
        <div className="portal-acts">
          <Ghost onPress={() => setAsking(true)}>
            {pairing.state === 'paired' ? words.pairRevoke : words.pairTakeBack}
          </Ghost>
        </div>
      )}
      {asking && (
        <FinalQuestion
          head={words.pairRevokeHead(pairing.name)}
          text={words.pairRevokeText}
          keep={words.notNow}
          act={pairing.state === 'paired' ? words.pairRevoke : words.pairTakeBack}
          onKeep={() => setAsking(false)}
          onAct={() => void revoke()}
        />
      )}
    </>
  );
}

function proofOf(
  { signs }: PortalPairing,
  words: { readonly pairSigns: string; readonly pairSecret: string },
): string | null {
  if (signs === null) return null;
  return signs ? words.pairSigns : words.pairSecret;
}
