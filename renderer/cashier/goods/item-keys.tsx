import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { type Catalogue, type Product, signedPrice } from '../../../shared/catalogue/catalogue.ts';
import { shownProducts } from '../../state/goods-state.ts';
import { useFormat } from '../../ui/format.tsx';
import { Ghost, Key, keepFocus } from '../../ui/key.tsx';
import { useCashier, useGoods, useShop } from '../common/context.tsx';
import { Lazy } from '../common/lazy-screens.tsx';
import { useItemChanges } from './use-item-changes.ts';

/** How many keys are drawn at once; it fills the largest screen. The others follow when nothing else waits. */
const AT_ONCE = 80;

/** The item in the window as it was when the window opened; null for a new one. */
type Edited = { readonly product: Product | null };

/** The deck's keys for goods: categories on top, one key for each product below. */
export function ItemKeys() {
  const { till, words } = useCashier();
  const { currency } = useShop().settings;
  const letters = useGoods((state) => state.letters);
  const query = useGoods((state) => state.query);
  const category = useGoods((state) => state.category);
  const catalogue = useGoods((state) => state.catalogue);
  const products = useMemo(
    () => shownProducts({ catalogue, query, category }),
    [catalogue, query, category],
  );
  // A press is answered before the keys of another category or search are drawn.
  const drawn = useDeferredValue(products, products.slice(0, AT_ONCE));
  const changes = useItemChanges();
  const hasRole = changes !== 'no_role';
  const [edited, setEdited] = useState<Edited | null>(null);
  // The next person at the till is not in the middle of it.
  if (edited !== null && !hasRole) setEdited(null);
  const edit = useCallback((product: Product | null) => setEdited({ product }), []);
  return (
    <div className="items">
      {!letters && <Categories />}
      {edited !== null && (
        <Lazy>
          {({ ItemWindow }) => (
            <ItemWindow
              key={edited.product?.id ?? ''}
              product={edited.product}
              onNew={() => edit(null)}
              // A late answer to one window does not close the next one.
              onClose={() => setEdited((now) => (now === edited ? null : now))}
            />
          )}
        </Lazy>
      )}
      {products.length === 0 ? (
        <>
          <p className="items-none">{query === '' ? words.itemsEmpty : words.itemsNone}</p>
          {changes === 'possible' && query === '' && (
            <Ghost onPress={() => edit(null)}>{words.itemNew}</Ghost>
          )}
          {changes === 'no_key' && <p className="items-none">{words.problems.items_need_key}</p>}
        </>
      ) : (
        <div className="items-place">
          <ul className="items-keys" aria-label={words.itemsKeys}>
            {drawn.map((product) => (
              <ProductKey
                key={product.id}
                product={product}
                tint={tintOf(catalogue, product.category)}
                currency={currency}
                onMenu={hasRole ? edit : null}
              />
            ))}
          </ul>
        </div>
      )}
      {letters && (
        <Lazy>
          {({ LetterKeys }) => (
            <LetterKeys text={query} onText={till.goods.search} digits={false} />
          )}
        </Lazy>
      )}
    </div>
  );
}

/** The colours of categories; `items.css` has one class for each. */
const TINTS = 6;

/** The class of a category's colour, by its place in the catalogue; empty for an item without one. */
function tintOf(catalogue: Catalogue | null, category: string | null): string {
  const place = catalogue?.categories.findIndex(({ id }) => id === category) ?? -1;
  return place === -1 ? '' : `cat-${place % TINTS}`;
}

function Categories() {
  const { till, words, language } = useCashier();
  const { catalogue, category, query } = useGoods((state) => state);
  const all = { id: null, word: words.itemsAll };
  const named = catalogue?.categories.map(({ id, name }) => ({ id, word: name[language] })) ?? [];
  if (named.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="items-categories" role="group" aria-label={words.itemsCategories}>
      {[all, ...named].map(({ id, word }) => (
        <button
          key={id ?? ''}
          type="button"
          className={`category ${tintOf(catalogue, id)}`}
          aria-pressed={query === '' && category === id}
          onMouseDown={keepFocus}
          onClick={() => till.goods.pick(id)}
        >
          {word}
        </button>
      ))}
    </div>
  );
}

type ProductKeyProps = {
  readonly product: Product;
  readonly tint: string;
  readonly currency: string;
  /** Opens the window of the product; null if the person may not change it. */
  readonly onMenu: ((product: Product) => void) | null;
};

/** It is drawn again only if something of its own changes: a shop has hundreds of them. */
const ProductKey = memo(function ProductKey({ product, tint, currency, onMenu }: ProductKeyProps) {
  const { till, words, language } = useCashier();
  const format = useFormat();
  const { name, soldOut } = product;
  const price = signedPrice(product);
  const figures = price === null ? words.itemsPriceOpen : format.figures(price, currency);
  const cost = soldOut ? words.itemsSoldOut : figures;
  const width: Record<`--${string}`, number> = { '--word-ems': longestWord(name[language]) };
  return (
    // A long press, the right button or the key for menus.
    <li
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu?.(product);
      }}
    >
      <Key className={`product ${tint}`} disabled={soldOut} onPress={() => till.goods.add(product)}>
        {/* One that could not be loaded says nothing about the next one. */}
        <Picture key={product.picture ?? ''} product={product} />
        <span className="product-name" style={width}>
          {name[language]}
        </span>
        <span className="product-price">{cost}</span>
      </Key>
    </li>
  );
});

/** The width of the longest word in ems, slightly more than the font needs. */
function longestWord(name: string): number {
  const emsOf = (letter: string) => {
    if (/[iljtfrI.,'’()]/.test(letter)) return 0.4;
    return /[mwMWÆŒ@]/.test(letter) ? 0.92 : 0.62;
  };
  const widths = name
    .split(/[\s-]+/)
    .map((word) => [...word].reduce((sum, letter) => sum + emsOf(letter), 0));
  return Math.max(1, ...widths);
}

/** The picture of a product. Without one, or if it cannot be loaded, the letters that the shop gave it, or nothing. */
function Picture({ product }: { readonly product: Product }) {
  const [broken, setBroken] = useState(false);
  const { picture, letters } = product;
  if (picture === null || broken) {
    return letters === null ? null : (
      <span className="product-letters" aria-hidden="true">
        {letters}
      </span>
    );
  }
  return (
    <img
      className="product-picture"
      src={`pictures/${encodeURIComponent(picture)}`}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
    />
  );
}
