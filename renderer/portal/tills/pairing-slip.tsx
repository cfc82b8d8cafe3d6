import { useState } from 'react';
import type { PortalTills } from '../../../shared/portal/contract.ts';
import type { PortalPairing } from '../../../shared/portal/pairing.ts';
import { isolated } from '../../i18n/language.ts';
import { FinalQuestion } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Ghost } from '../../ui/key.tsx';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { type Fact, Facts } from '../common/facts.tsx';
import { Rows } from '../common/rows.tsx';

type PairingRowsProps = {
  readonly items: readonly PortalPairing[];
  readonly chosen: string | null;
  readonly onPick: () => void;
};

/** The pairings: waiting, active and ended. */
export function PairingRows({ items, chosen, onPick }: PairingRowsProps) {
  const { words } = usePortal();
  const format = useFormat();
  return (
    <section className="ledger-part">
      <h2>{words.pairedTills}</h2>
      <Rows
        items={items}
        keyOf={(one) => one.id}
        opens={{ page: 'tills', chosen, onPick }}
        empty={words.noPaired}
        columns={[
          { head: words.name, is: 'name', cell: (one) => one.name },
          {
            head: words.id,
            look: 'quiet',
            cell: (one) => <span className="mono">{one.pos_id}</span>,
          },
          { head: words.pairState, look: 'quiet', cell: (one) => words.pairStates[one.state] },
          {
            head: words.pairPairedAt,
            look: 'quiet',
            wide: true,
            cell: ({ paired }) => (paired === null ? '\u2014' : format.dateTime(paired)),
          },
        ]}
      />
    </section>
  );
}

/** The registered points of sale, paired or not. */
export function PosRows({ items }: PortalTills) {
  const { words } = usePortal();
  return (
    <section className="ledger-part">
      <h2>{words.registeredTills}</h2>
      <Rows
        items={items}
        keyOf={(till) => till.id}
        empty={words.noTills}
        columns={[
          { head: words.name, is: 'name', cell: (till) => till.name },
          { head: words.kind, look: 'quiet', cell: (till) => words.tillTypes(till.type) },
          {
            head: words.id,
            look: 'quiet',
            cell: (till) => <span className="mono">{till.id}</span>,
          },
        ]}
      />
    </section>
  );
}

type PairingSlipProps = {
  readonly pairing: PortalPairing;
  readonly onChanged: () => void;
};

/** One pairing: when and from where the till was paired, its rights, and the key to end it. */
export function PairingSlip({ pairing, onChanged }: PairingSlipProps) {
  const { portal, words } = usePortal();
  const format = useFormat();
  const busy = usePortalState((state) => state.busy);
  const [asking, setAsking] = useState(false);
  const live = pairing.state === 'paired' || pairing.state === 'waiting';
  const at = (instant: number | null) => (instant === null ? null : format.dateTime(instant));
  const facts: readonly Fact[] = [
    [words.id, pairing.pos_id],
    [words.pairRights, pairing.rights === 'refunds' ? words.pairRefunds : words.pairSales],
    [words.pairMadeBy, `${isolated(pairing.created_by)} · ${at(pairing.created)}`],
    [words.pairPairedAt, at(pairing.paired)],
    [words.pairUser, pairing.user_id],
    [words.pairProof, proofOf(pairing, words)],
    [words.pairDevice, pairing.device],
    [words.pairFrom, pairing.address],
    [words.pairRevokedAt, at(pairing.revoked)],
  ];
  const revoke = async () => {
    if (busy) return;
    setAsking(false);
    await portal.act(() => portal.api.pairingRevoke(pairing.id));
    onChanged();
  };
  return (
    <>
      <Slip className="portal-slip" label={pairing.name} torn={!live}>
        <h2>
          <bdi>{pairing.name}</bdi>
        </h2>
        <p>{words.pairStates[pairing.state]}</p>
        <Perforation />
        <Facts facts={facts} />
      </Slip>
      {live && (
        <div className="portal-acts">
          <Ghost disabled={busy} onPress={() => setAsking(true)}>
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
