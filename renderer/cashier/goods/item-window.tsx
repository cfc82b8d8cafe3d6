import { useEffect, useRef, useState } from 'react';
import type { Catalogue, Product } from '../../../shared/catalogue/catalogue.ts';
import { percentOf } from '../../../shared/catalogue/fields/item-fields.ts';
import { usualRate } from '../../../shared/catalogue/new-entries.ts';
import type { GoodsChange } from '../../../shared/device/commands/goods.ts';
import { readAmount } from '../../../shared/money/amount-text.ts';
import { ITEM_WORDS } from '../../i18n/items.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useEntryId } from '../../ui/use-entry-id.ts';
import { useCashier, useGoods, useShop } from '../common/context.tsx';
import type { ItemWindowProps } from '../common/lazy-screens.tsx';
import { PortalLink } from '../common/portal-link.tsx';
import { problemText } from '../common/refusal-text.ts';
import { DigitKeys, Field, TypedPage } from './item-typed.tsx';
import { useItemChanges } from './use-item-changes.ts';
import './item-window.css';

/**
 * What a supervisor changes of an item at the till: its price, and whether it is sold out; or a new item. The rest is the
 * portal's (D-532).
 */
export function ItemWindow({ product: opened, onNew, onClose }: ItemWindowProps) {
  const { language, words: cashier } = useCashier();
  const words = ITEM_WORDS[language];
  const isPossible = useItemChanges() === 'possible';
  const product = useGoods(
    ({ catalogue }) => catalogue?.products.find(({ id }) => id === opened?.id) ?? null,
  );
  const head = opened === null ? words.newItem : (product ?? opened).name[language];
  if (!isPossible || (opened !== null && product === null)) {
    const text = isPossible ? words.gone : cashier.problems.items_need_key;
    return (
      <Dialog head={head} text={text} onClose={onClose}>
        <Ghost onPress={onClose}>{words.close}</Ghost>
      </Dialog>
    );
  }
  return (
    <Dialog head={head} text={product === null ? '' : words.menuText} onClose={onClose}>
      {product === null ? (
        <NewItem onClose={onClose} />
      ) : (
        <PresentItem product={product} onNew={onNew} onClose={onClose} />
      )}
    </Dialog>
  );
}

type Changing = {
  /** Sends a change of the version that the person saw. True if it was made; a second press meanwhile is none. */
  readonly send: (version: string, change: GoodsChange) => Promise<boolean>;
  readonly busy: boolean;
  /** What the window says of it. */
  readonly said: React.ReactNode;
};

/** Sends changes of the items, one at a time. */
function useChanges(): Changing {
  const { till, words, language } = useCashier();
  const [state, setState] = useState({ busy: false, problem: '' });
  const { busy, problem } = state;
  return {
    busy,
    said: (
      <>
        {problem !== '' && <Problem>{problem}</Problem>}
        <p className="item-saving" role="status">
          {busy && ITEM_WORDS[language].saving}
        </p>
      </>
    ),
    send: async (version, change) => {
      if (busy) return false;
      setState({ busy: true, problem: '' });
      const answer = await till.call({ type: 'change_goods', version, change });
      const isDone = answer?.ok === true;
      setState({ busy: false, problem: isDone ? '' : problemText(answer, words) });
      return isDone;
    },
  };
}

type PresentItemProps = Omit<ItemWindowProps, 'product'> & { readonly product: Product };

function PresentItem({ product, onNew, onClose }: PresentItemProps) {
  const { language } = useCashier();
  const words = ITEM_WORDS[language];
  const format = useFormat();
  const { currency } = useShop().settings;
  const version = useGoods((state) => state.version) ?? '';
  const { id, soldOut } = product;
  const present = product.price === null ? '' : format.typed(product.price, currency);
  const { typed, change, seen, theirs } = useDraft(version, { price: present });
  const { send, busy, said } = useChanges();
  const label = words.price(currency);
  const amount = readAmount(typed.price, currency);
  const put = (price: string) => {
    if (!busy) change({ price });
  };
  const order = async (one: GoodsChange) => {
    // A price that was typed is neither saved nor lost by another change.
    const isAll = one.kind === 'set_price' || typed.price === present;
    if ((await send(seen, one)) && isAll) onClose();
  };
  return (
    <div className="item-window" aria-busy={busy}>
      {said}
      {theirs.price !== undefined && <Problem>{words.theirs(label, theirs.price)}</Problem>}
      <Ghost onPress={() => void order({ kind: 'set_sold_out', id, sold_out: !soldOut })}>
        {soldOut ? words.sellAgain : words.markSoldOut}
      </Ghost>
      <Field label={label} name="item-price" value={typed.price} onChange={put} saving={busy} />
      <DigitKeys label={label} text={typed.price} onText={put} />
      <YellowKey
        className="item-save"
        disabled={amount === null || amount === product.price || busy}
        onPress={() => {
          if (amount !== null) void order({ kind: 'set_price', id, price: amount });
        }}
      >
        {words.savePrice}
      </YellowKey>
      <div className="item-ends">
        <Ghost onPress={onNew}>{words.newItem}</Ghost>
        <Ghost onPress={onClose}>{words.close}</Ghost>
      </div>
      <Rest item={id} />
    </div>
  );
}

/** Where the rest of an item is changed. */
function Rest({ item }: { readonly item: string }) {
  const { language } = useCashier();
  const words = ITEM_WORDS[language];
  const portal = useShop().goods?.portal ?? null;
  if (portal === null) return <p className="item-hint">{words.inFile}</p>;
  const address = `${portal}${encodeURIComponent(`items~${item}`)}`;
  return <PortalLink label={words.rest} address={address} typed={portal} />;
}

/** The two pages of a new item. Its category is the one on the screen, and its VAT that of most items there. */
function NewItem({ onClose }: Pick<ItemWindowProps, 'onClose'>) {
  const { language } = useCashier();
  const words = ITEM_WORDS[language];
  const { currency } = useShop().settings;
  const { catalogue, version, category } = useGoods((state) => state);
  const [page, setPage] = useState<'name' | 'price'>('name');
  const [typed, setTyped] = useState({ name: '', price: '' });
  const [wrong, setWrong] = useState<keyof typeof words.wrong | null>(null);
  const id = useEntryId(null);
  const { send, busy, said } = useChanges();
  // The key that went on is gone with the page before. A page with a line of text takes the focus to it.
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current?.contains(document.activeElement) !== true) root.current?.focus();
  });
  const rate = catalogue === null ? null : rateOfNew(catalogue, category);
  const named = catalogue?.categories.find((one) => one.id === category)?.name[language];
  const put = (over: Partial<typeof typed>) => {
    if (busy) return;
    setWrong(null);
    setTyped({ ...typed, ...over });
  };
  const create = async () => {
    const price = readAmount(typed.price, currency);
    if (price === null) return setWrong('price');
    const product = {
      id,
      name: typed.name.trim(),
      price,
      ...(category === null ? {} : { category }),
      ...(rate === null ? {} : { vat_rate: rate }),
    };
    if (await send(version ?? '', { kind: 'put_product', product })) onClose();
  };
  return (
    <div ref={root} className="item-window" tabIndex={-1} aria-busy={busy}>
      {said}
      {wrong !== null && <Problem>{words.wrong[wrong]}</Problem>}
      {page === 'name' ? (
        <TypedPage
          key="name"
          label={words.name}
          name="item-name"
          keys="name"
          value={typed.name}
          onChange={(name) => put({ name })}
          action={words.next}
          onDone={() => (typed.name.trim() === '' ? setWrong('name') : setPage('price'))}
        />
      ) : (
        <TypedPage
          key="price"
          label={words.price(currency)}
          name="item-price"
          keys="amount"
          value={typed.price}
          onChange={(price) => put({ price })}
          hint={words.newNote(rate === null ? null : percentOf(rate), named ?? words.empty)}
          action={words.create}
          busy={busy}
          onDone={() => void create()}
        />
      )}
      <div className="item-ends">
        {page === 'price' && <Ghost onPress={() => setPage('name')}>{words.back}</Ghost>}
        <Ghost onPress={onClose}>{words.close}</Ghost>
      </div>
    </div>
  );
}

/** The VAT that most items of a category have, else most items of the shop, else amounts without an item; null for none. */
function rateOfNew(
  { products, openPriceVatRate }: Catalogue,
  category: string | null,
): string | null {
  const rates = (some: readonly Product[]) => usualRate(some.map(({ vatRate }) => vatRate));
  const beside = products.filter((one) => one.category === category);
  return rates(beside) ?? rates(products) ?? openPriceVatRate;
}

/** Why something was not done, or what somebody else has done meanwhile. */
function Problem({ children }: { readonly children: string }) {
  return (
    <p className="item-problem" role="alert">
      {children}
    </p>
  );
}
