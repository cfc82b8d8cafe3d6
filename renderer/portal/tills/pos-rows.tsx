import type { PortalTills } from '../../../shared/portal/contract.ts';
import { usePortal } from '../common/context.tsx';

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
