import { useState } from 'react';
import type { CatalogueList } from '../../../shared/protocol/catalogue.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { GripVertical } from '../../ui/icons.ts';
import { beforeOf } from '../../ui/reorder/place.ts';
import { useReorder } from '../../ui/reorder/use-reorder.ts';
import { usePortal } from '../common/context.tsx';
import { type Column, Rows } from '../common/rows.tsx';
import { useCatalogue, useKept } from './catalogue-context.tsx';

type OrderListProps<T> = {
  readonly list: CatalogueList;
  /** The part of the page's address before the entry's id. */
  readonly section: string;
  readonly rows: readonly T[];
  readonly nameOf: (entry: T) => string;
  readonly chosen: string | null;
  /** The column with the name, and those after it. */
  readonly columns: readonly [Pick<Column<T>, 'head'>, ...Column<T>[]];
};

/** Entries in the order of the keys. A person who may change them drags them, or moves them by the keyboard. */
export function OrderList<T extends { readonly id: string }>(props: OrderListProps<T>) {
  const { list, section, rows, nameOf, chosen, columns } = props;
  const { words } = usePortal();
  const { keeper, mayChange } = useCatalogue();
  const { document, version } = useKept();
  const [said, setSaid] = useState('');
  const ids = rows.map(({ id }) => id);
  const all = (document[list] ?? []).map(({ id }) => id);
  const reorder = useReorder(ids, (id, to) => {
    const moved = rows.find((row) => row.id === id);
    const name = moved === undefined ? id : nameOf(moved);
    setSaid(words.catalogue.moved(name, to + 1, ids.length));
    const before = beforeOf(all, ids, id, to);
    void keeper.change([{ kind: 'move', list, id, before }], version ?? 0);
  });
  const [first, ...rest] = columns;
  const name: Column<T> = { ...first, is: 'name', cell: nameOf };
  const grip: Column<T> = {
    head: words.catalogue.order,
    silent: true,
    className: 'catalogue-grip-cell',
    cell: (entry) => (
      <button
        type="button"
        className="catalogue-grip"
        aria-label={words.catalogue.reorder(nameOf(entry))}
        {...reorder.handle(entry.id)}
      >
        <GripVertical size={20} aria-hidden="true" />
      </button>
    ),
  };
  const open = chosen === null ? null : `${section}~${chosen}`;
  return (
    <>
      <Rows
        items={rows}
        columns={mayChange ? [grip, name, ...rest] : [name, ...rest]}
        keyOf={({ id }) => id}
        opens={{ page: 'catalogue', idOf: ({ id }) => `${section}~${id}`, chosen: open }}
        className="catalogue-rows"
        rowClass={({ id }) => {
          const mark = reorder.markOf(id);
          return mark === null ? '' : `row-${mark}`;
        }}
      />
      <Announcer polite={said} assertive="" />
    </>
  );
}
