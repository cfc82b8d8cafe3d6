import { useState } from 'react';
import type { PortalDelivery } from '../../../shared/portal/contract.ts';
import { useFormat } from '../../ui/format.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { Chips, Ledger, ListProblem, More, RowLink } from '../common/ledger.tsx';
import { usePages } from '../common/use-pages.ts';
import { CallbackSlip, DeliveryWord } from './callback-slip.tsx';

const EVERY = 10_000;
const STATES = ['delivered', 'open', 'given_up', 'gone'] as const;
type State = PortalDelivery['state'];

/** The callbacks to the merchant's systems and whether they were delivered. */
export function CallbacksPage() {
  const { portal, words } = usePortal();
  const id = usePortalState((state) => state.route.id);
  const [state, setState] = useState<State | 'all'>('all');
  const list = usePages(
    `callbacks ${state}`,
    (after) => portal.api.callbacks(state === 'all' ? null : state, after),
    EVERY,
  );
  const items = list.items ?? [];
  return (
    <Ledger
      page="callbacks"
      head={words.pages.callbacks}
      text={words.callbacksText}
      open={id !== null}
      aside={
        id === null ? (
          <EmptySlot>{words.chooseCallback}</EmptySlot>
        ) : (
          <CallbackSlip key={id} id={id} onChanged={list.reload} />
        )
      }
    >
      <Chips
        label={words.narrow}
        value={state}
        onChange={setState}
        options={[
          { value: 'all', label: words.all },
          ...STATES.map((value) => ({ value, label: words.deliveries[value] })),
        ]}
      />
      <ListProblem problem={list.problem} />
      {items.length > 0 && <Rows items={items} chosen={id} />}
      {list.items?.length === 0 && <p className="ledger-empty">{words.noCallbacks}</p>}
      <More more={list.more} />
    </Ledger>
  );
}

type RowsProps = { readonly items: readonly PortalDelivery[]; readonly chosen: string | null };

function Rows({ items, chosen }: RowsProps) {
  const { words } = usePortal();
  const format = useFormat();
  return (
    <table className="rows rows-even rows-two">
      <thead>
        <tr>
          <th scope="col">{words.time}</th>
          <th scope="col">{words.state}</th>
          <th scope="col">{words.event}</th>
          <th scope="col" className="rows-wide">
            {words.about}
          </th>
          <th scope="col" className="rows-right rows-wide">
            {words.attempts}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} className={item.id === chosen ? 'row-chosen' : undefined}>
            <td className="rows-quiet">{format.dateTime(item.created)}</td>
            <td>
              <DeliveryWord state={item.state} />
            </td>
            <td className="rows-what">
              <RowLink page="callbacks" id={item.id} chosen={item.id === chosen}>
                <span className="mono">{item.event}</span>
              </RowLink>
            </td>
            <td className="rows-quiet rows-wide mono rows-reference">{item.resource}</td>
            <td className="rows-quiet rows-right rows-wide">{item.attempts}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
