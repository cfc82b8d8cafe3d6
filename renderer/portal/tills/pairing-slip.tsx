import { useState } from 'react';
import type { PortalTills } from '../../../shared/portal/contract.ts';
import type { PortalPairing } from '../../../shared/portal/pairing.ts';
import { isolated } from '../../i18n/language.ts';
import { FinalQuestion } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Ghost } from '../../ui/key.tsx';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { RowLink } from '../common/ledger.tsx';

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
      {items.length === 0 && <p className="ledger-empty">{words.noPaired}</p>}
      {items.length > 0 && (
        <table className="rows rows-even">
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.id}</th>
              <th scope="col">{words.pairState}</th>
              <th scope="col" className="rows-wide">
                {words.pairPairedAt}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((one) => (
              <tr
                key={one.id}
                className={one.id === chosen ? 'row-chosen' : undefined}
                onClickCapture={onPick}
              >
                <td className="rows-what">
                  <RowLink page="tills" id={one.id} chosen={one.id === chosen}>
                    {one.name}
                  </RowLink>
                </td>
                <td className="rows-quiet">
                  <span className="mono">{one.pos_id}</span>
                </td>
                <td className="rows-quiet">{words.pairStates[one.state]}</td>
                <td className="rows-quiet rows-wide">
                  {one.paired === null ? '\u2014' : format.dateTime(one.paired)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The registered points of sale, paired or not. */
export function PosRows({ items }: PortalTills) {
  const { words } = usePortal();
  return (
    <section className="ledger-part">
      <h2>{words.registeredTills}</h2>
      {items.length === 0 && <p className="ledger-empty">{words.noTills}</p>}
      {items.length > 0 && (
        <table className="rows rows-even">
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.kind}</th>
              <th scope="col">{words.id}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((till) => (
              <tr key={till.id}>
                <th scope="row">
                  <bdi>{till.name}</bdi>
                </th>
                <td className="rows-quiet">{words.tillTypes(till.type)}</td>
                <td className="rows-quiet">
                  <span className="mono">{till.id}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
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
  const facts: readonly (readonly [string, string | null])[] = [
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
