import { withoutVat } from '../../../shared/catalogue/fields/item-fields.ts';
import { nameIn } from '../../../shared/catalogue/schema.ts';
import type {
  CatalogueDocument,
  ProductEntry,
} from '../../../shared/protocol/catalogue-document.ts';
import { useFormat } from '../../ui/format.tsx';
import { Ban } from '../../ui/icons.ts';
import { usePortal } from '../common/context.tsx';
import { useCatalogue, useKept, useMoney, useNameOf } from './catalogue-context.tsx';
import { OrderList } from './order-list.tsx';

/** Items of a category whose name, id or barcode has what was typed. */
export function foundItems(
  { products }: CatalogueDocument,
  typed: string,
  category: string | null,
): readonly ProductEntry[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return products.filter((one) => {
    if (category !== null && one.category !== category) return false;
    const text = [one.id, ...Object.values(nameIn(one.name)), ...(one.barcodes ?? [])]
      .join(' ')
      .toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

type ItemRowsProps = { readonly items: readonly ProductEntry[]; readonly chosen: string | null };

/** The items in the order of the keys, with their prices with and without tax. */
export function ItemRows({ items, chosen }: ItemRowsProps) {
  const { words } = usePortal();
  const { document } = useKept();
  const format = useFormat();
  const { currency } = useMoney();
  const nameOf = useNameOf();
  const categories = new Map(document.categories.map(({ id, name }) => [id, nameOf(name)]));
  const text = words.catalogue;
  return (
    <OrderList
      list="products"
      section="items"
      chosen={chosen}
      rows={items}
      nameOf={({ name }) => nameOf(name)}
      columns={[
        { head: text.item },
        {
          head: text.category,
          look: 'quiet',
          wide: true,
          cell: ({ category = '' }) => <bdi>{categories.get(category) ?? '\u2014'}</bdi>,
        },
        {
          head: text.priceWithout,
          is: 'number',
          look: 'quiet',
          wide: true,
          cell: ({ price, vat_rate = null }) =>
            price === 'open' ? null : format.figures(withoutVat(price, vat_rate), currency),
        },
        {
          head: text.price,
          is: 'number',
          look: ({ price }) => (price === 'open' ? 'quiet' : 'plain'),
          cell: ({ price }) =>
            price === 'open' ? text.openShort : format.figures(price, currency),
        },
        { head: text.soldOut, silent: true, cell: (item) => <SoldOut item={item} /> },
      ]}
    />
  );
}

/** The key that marks an item as sold out, and sells it again. */
function SoldOut({ item }: { readonly item: ProductEntry }) {
  const { words } = usePortal();
  const { keeper, mayChange } = useCatalogue();
  const { version } = useKept();
  const nameOf = useNameOf();
  const soldOut = item.sold_out === true;
  const change = { kind: 'set_sold_out', id: item.id, sold_out: !soldOut } as const;
  if (!mayChange) return soldOut ? <span>{words.catalogue.soldOut}</span> : null;
  return (
    <button
      type="button"
      className="catalogue-out-key"
      aria-pressed={soldOut}
      aria-label={words.catalogue.soldOutOf(nameOf(item.name))}
      onClick={() => void keeper.change([change], version ?? 0)}
    >
      <Ban size={20} aria-hidden="true" />
      {soldOut && <span className="rows-wide-word">{words.catalogue.soldOut}</span>}
    </button>
  );
}
