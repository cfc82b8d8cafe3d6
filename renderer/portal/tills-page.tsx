import { EmptySlot } from '../ui/slip.tsx';
import { usePortal } from './context.tsx';
import { Ledger, ListProblem } from './ledger.tsx';
import { useLoaded } from './use-loaded.ts';

/** The points of sale that are registered. */
export function TillsPage() {
  const { portal, words } = usePortal();
  const { value, problem } = useLoaded('tills', () => portal.api.tills());
  const items = value?.items ?? [];
  return (
    <Ledger
      page="tills"
      head={words.tillsHead(items.length)}
      text={words.tillsText}
      open={false}
      aside={<EmptySlot>{words.tillsAside}</EmptySlot>}
    >
      <ListProblem problem={problem} />
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
      {value !== null && items.length === 0 && <p className="ledger-empty">{words.noTills}</p>}
    </Ledger>
  );
}
