import { useState } from 'react';
import type { PortalDelivery } from '../../../shared/portal/contract.ts';
import { useFormat } from '../../ui/format.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { Chips, Ledger, ListProblem } from '../common/ledger.tsx';
import { Rows } from '../common/rows.tsx';
import { usePages } from '../common/use-pages.ts';
import { CallbackSlip, DeliveryWord } from './callback-slip.tsx';

const EVERY = 10_000;
const STATES = ['delivered', 'open', 'given_up', 'gone'] as const;
type State = PortalDelivery['state'];

/** The callbacks to the merchant's systems and whether they were delivered. */
export function CallbacksPage() {
  const { portal, words } = usePortal();
  const format = useFormat();
  const id = usePortalState((state) => state.route.id);
  const [state, setState] = useState<State | 'all'>('all');
  const list = usePages(
    `callbacks ${state}`,
    (after) => portal.api.callbacks(state === 'all' ? null : state, after),
    EVERY,
  );
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
      <Rows
        items={list.items}
        keyOf={(item) => item.id}
        opens={{ page: 'callbacks', chosen: id }}
        empty={words.noCallbacks}
        more={list.more}
        className="rows-even rows-two"
        columns={[
          { head: words.time, look: 'quiet', cell: (item) => format.dateTime(item.created) },
          { head: words.state, cell: (item) => <DeliveryWord state={item.state} /> },
          {
            head: words.event,
            is: 'name',
            cell: (item) => <span className="mono">{item.event}</span>,
          },
          {
            head: words.about,
            look: 'quiet',
            wide: true,
            className: 'mono rows-reference',
            cell: (item) => item.resource,
          },
          {
            head: words.attempts,
            is: 'number',
            look: 'quiet',
            wide: true,
            cell: (item) => item.attempts,
          },
        ]}
      />
    </Ledger>
  );
}
