import type { KeyboardEvent, ReactNode } from 'react';
import { More, RowLink } from './ledger.tsx';
import type { PageName } from './route.ts';
import { rowAfterKey } from './row-keys.ts';

type Look = 'plain' | 'quiet' | 'strong';

/** One column of a table of the portal. */
export type Column<T> = {
  /** The word above it. */
  readonly head: string;
  /** True if only screen readers get that word. */
  readonly silent?: boolean;
  /** `name`: what the row is called, and its link if rows open a slip. `number`: figures below each other. */
  readonly is?: 'name' | 'number';
  /** True if a narrow page has no room for it. */
  readonly wide?: boolean;
  readonly look?: Look | ((item: NoInfer<T>) => Look);
  /** Classes of its cells, for a width of their own. */
  readonly className?: string;
  /** True if its texts run in the direction of their letters, and are cut at their end. */
  readonly ownDirection?: boolean;
  readonly cell: (item: T) => ReactNode;
};

type RowsProps<T> = {
  /** Null until the first answer. */
  readonly items: readonly T[] | null;
  readonly columns: readonly Column<T>[];
  readonly keyOf: (item: T) => string;
  /** The slip that a row opens; rows open none when left out. */
  readonly opens?: {
    readonly page: PageName;
    /** The id in the page's address; the key of the row when left out. */
    readonly idOf?: (item: T) => string;
    readonly chosen: string | null;
    /** Called before a row is opened. */
    readonly onPick?: () => void;
  };
  /** Shown in place of a table without rows; null: nothing. */
  readonly empty?: string | null;
  /** Loads the next page; null after the last one. */
  readonly more?: (() => Promise<void>) | null;
  /** Between the rows and the key for more of them. */
  readonly note?: ReactNode;
  /** How the table divides its width. */
  readonly className?: string;
  readonly rowClass?: (item: T) => string;
};

/** A table of the portal: what it shows is data, and every list looks and behaves the same. */
export function Rows<T>(props: RowsProps<T>) {
  const { items, empty = null, note, more = null } = props;
  return (
    <>
      {items !== null && items.length > 0 && <Table {...props} items={items} />}
      {items?.length === 0 && empty !== null && <p className="ledger-empty">{empty}</p>}
      {note}
      <More more={more} />
    </>
  );
}

function Table<T>(props: RowsProps<T> & { readonly items: readonly T[] }) {
  const { items, columns, keyOf, opens, className = 'rows-even', rowClass } = props;
  const idOf = opens?.idOf ?? keyOf;
  // Two columns may have the same word in one of the languages.
  const placed = columns.map((column, place) => ({ column, key: `column ${place}` }));
  return (
    <table className={`rows ${className}`}>
      <thead>
        <tr>
          {placed.map(({ key, column }) => (
            <th key={key} scope="col" className={joined(...shared(column))}>
              {column.silent === true ? (
                <span className="sr-only">{column.head}</span>
              ) : (
                column.head
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={moveFocus}>
        {items.map((item) => {
          const chosen = opens !== undefined && idOf(item) === opens.chosen;
          const link =
            opens &&
            ((name: ReactNode) => (
              <RowLink page={opens.page} id={idOf(item)} chosen={chosen}>
                {name}
              </RowLink>
            ));
          return (
            <tr
              key={keyOf(item)}
              className={joined(rowClass?.(item), chosen && 'row-chosen')}
              onClickCapture={opens?.onPick}
            >
              {placed.map(({ key, column }) => (
                <Cell key={key} of={column} item={item} link={link} />
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type CellProps<T> = {
  readonly of: Column<T>;
  readonly item: T;
  /** Makes the link of the row; undefined if rows open nothing. */
  readonly link: ((name: ReactNode) => ReactNode) | undefined;
};

function Cell<T>({ of: column, item, link }: CellProps<T>) {
  const { is, look = 'plain', className, ownDirection = false, cell } = column;
  if (is === 'name' && link === undefined) {
    return (
      <th scope="row">
        <bdi>{cell(item)}</bdi>
      </th>
    );
  }
  const shown = typeof look === 'function' ? look(item) : look;
  const tone = shown === 'plain' ? undefined : `rows-${shown}`;
  const name = is === 'name' && 'rows-what';
  return (
    <td
      className={joined(name, ...shared(column), tone, className)}
      dir={ownDirection ? 'auto' : undefined}
    >
      {is === 'name' ? link?.(cell(item)) : cell(item)}
    </td>
  );
}

/** Classes that the head of a column and its cells share. */
function shared<T>({ is, wide = false }: Column<T>) {
  return [is === 'number' && 'rows-right', wide && 'rows-wide'];
}

function joined(...classes: readonly (string | false | undefined)[]): string | undefined {
  return classes.filter(Boolean).join(' ') || undefined;
}

/** Moves the focus from the link of a row to that of another one. */
function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.row-link')];
  const from = event.target instanceof HTMLElement ? links.indexOf(event.target) : -1;
  const to = rowAfterKey(event.key, from, links.length);
  if (to === null) return;
  event.preventDefault();
  links[to]?.focus();
}
