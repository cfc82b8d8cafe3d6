import type { PortalTills } from '../../../shared/portal/contract.ts';
import type { PortalPairing } from '../../../shared/portal/pairing.ts';
import { useFormat } from '../../ui/format.tsx';
import { usePortal } from '../common/context.tsx';
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
                <td className="rows-quiet mono">{one.pos_id}</td>
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
                <th scope="row">{till.name}</th>
                <td className="rows-quiet">{words.tillTypes(till.type)}</td>
                <td className="rows-quiet mono">{till.id}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
