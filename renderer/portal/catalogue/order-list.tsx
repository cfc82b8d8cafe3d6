import { type ReactNode, useState } from 'react';
import type { CatalogueList } from '../../../shared/protocol/catalogue.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { GripVertical } from '../../ui/icons.ts';
import { usePortal } from '../common/context.tsx';
import { RowLink } from '../common/ledger.tsx';
import { useCatalogue, useKept } from './catalogue-context.tsx';
import { beforeOf } from './order.ts';
import { useReorder } from './use-reorder.ts';

/** One entry of a list. */
export type OrderRow = {
  readonly id: string;
  readonly name: string;
  /** The rest of its row after the name: cells of the table. */
  readonly cells: ReactNode;
};

type OrderListProps = {
  readonly list: CatalogueList;
  /** The part of the page's address before the entry's id. */
  readonly section: string;
  readonly rows: readonly OrderRow[];
  readonly chosen: string | null;
  readonly head: ReactNode;
};

/** Entries in the order of the keys. A person who may change them drags them, or moves them by the keyboard. */
export function OrderList({ list, section, rows, chosen, head }: OrderListProps) {
  const { words } = usePortal();
  const { keeper, mayChange } = useCatalogue();
  const { document, version } = useKept();
  const [said, setSaid] = useState('');
  const ids = rows.map(({ id }) => id);
  const all = (document[list] ?? []).map(({ id }) => id);
  const reorder = useReorder(ids, (id, to) => {
    const name = rows.find((row) => row.id === id)?.name ?? id;
    setSaid(words.catalogue.moved(name, to + 1, ids.length));
    const before = beforeOf(all, ids, id, to);
    void keeper.change([{ kind: 'move', list, id, before }], version ?? 0);
  });
  return (
    <>
      <table className="rows catalogue-rows">
        <thead>
          <tr>
            {mayChange && (
              <th scope="col" className="catalogue-grip-cell">
                <span className="sr-only">{words.catalogue.reorder('')}</span>
              </th>
            )}
            {head}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, cells }) => (
            <tr key={id} className={rowClass(id)}>
              {mayChange && (
                <td className="catalogue-grip-cell">
                  <button
                    type="button"
                    className="catalogue-grip"
                    aria-label={words.catalogue.reorder(name)}
                    {...reorder.handle(id)}
                  >
                    <GripVertical size={20} aria-hidden="true" />
                  </button>
                </td>
              )}
              <td className="rows-what">
                <RowLink page="catalogue" id={`${section}~${id}`} chosen={id === chosen}>
                  {name}
                </RowLink>
              </td>
              {cells}
            </tr>
          ))}
        </tbody>
      </table>
      <Announcer polite={said} assertive="" />
    </>
  );

  function rowClass(id: string): string {
    const classes = [id === chosen ? 'row-chosen' : ''];
    const { dragged, target } = reorder;
    if (dragged === id) classes.push('row-dragged');
    const others = ids.filter((one) => one !== dragged);
    if (dragged !== null && target !== null) {
      if (others[target] === id) classes.push('row-drop-before');
      if (target === others.length && others.at(-1) === id) classes.push('row-drop-after');
    }
    return classes.filter(Boolean).join(' ');
  }
}
