import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Product } from '../../../../shared/catalogue/catalogue.ts';
import { readAmount } from '../../../../shared/money/amount-text.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { ITEM_WORDS, type ItemWords } from '../../../i18n/items.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { Ghost, YellowKey } from '../../../ui/key.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { useCashier, useGoods, useShop } from '../../common/context.tsx';
import type { ItemEditorProps } from '../../common/lazy-screens.tsx';
import { ItemForm } from './item-form.tsx';
import { type Page, pageAbove } from './pages.ts';
import { Problem } from './problem.tsx';
import { DigitKeys, Field } from './typed-page.tsx';
import { type Changes, useChanges } from './use-changes.ts';
import { useDocument } from './use-document.ts';
import './item-editor.css';

/** What a supervisor changes of an item at the till, or a new item (D-405). */
export function ItemEditor({ product: opened, onNew, onOrder, onClose }: ItemEditorProps) {
  const { language, words: cashier } = useCashier();
  const words = ITEM_WORDS[language];
  const version = useGoods((state) => state.version) ?? '';
  const found = useGoods(({ catalogue }) =>
    catalogue?.products.find(({ id }) => id === opened?.id),
  );
  const product = found ?? opened;
  const isGone = product !== null && found === undefined;
  const [chosen, setPage] = useState<Page>({ kind: opened === null ? 'new_name' : 'menu' });
  // An item that somebody else removes has no price to change; its fields can make it again.
  const page: Page = isGone && chosen.kind === 'menu' ? { kind: 'fields' } : chosen;
  const { read, problem } = useDocument();
  const changes = useChanges();
  const said = changes.problem === '' ? problem : changes.problem;
  const above = isGone && page.kind === 'fields' ? null : pageAbove(page, product === null);
  // The key that opened a page is gone with the page before. A page with a line of text takes the focus to it.
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current?.contains(document.activeElement) !== true) root.current?.focus();
  });
  useLayoutEffect(() => {
    const goBack = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || above === null) return;
      // Otherwise the browser closes the window.
      event.preventDefault();
      setPage(above);
    };
    window.addEventListener('keydown', goBack, true);
    return () => window.removeEventListener('keydown', goBack, true);
  });
  return (
    <Dialog
      head={product === null ? words.newItem : product.name[language]}
      text={page.kind === 'menu' ? words.menuText : ''}
      onClose={onClose}
    >
      <div ref={root} className="item-editor" tabIndex={-1}>
        {said !== '' && <Problem>{said}</Problem>}
        {product !== null && page.kind === 'menu' && (
          <ItemMenu
            product={product}
            version={version}
            words={words}
            changes={changes}
            onDone={onClose}
          />
        )}
        {/* Also below the first page, so that what was typed is still there. */}
        {read !== null && (
          <ItemForm
            id={product?.id ?? null}
            read={read}
            page={page}
            go={setPage}
            words={words}
            changes={changes}
            onDone={onClose}
          />
        )}
        <div className="item-ends">
          {page.kind === 'menu' && (
            <Ghost onPress={() => setPage({ kind: 'fields' })}>{words.more}</Ghost>
          )}
          {page.kind === 'menu' && <Ghost onPress={onNew}>{words.newItem}</Ghost>}
          {page.kind === 'menu' && <Ghost onPress={onOrder}>{cashier.orderHead}</Ghost>}
          {above !== null && <Ghost onPress={() => setPage(above)}>{words.back}</Ghost>}
          <Ghost onPress={onClose}>{words.close}</Ghost>
        </div>
      </div>
    </Dialog>
  );
}

type ItemMenuProps = {
  readonly product: Product;
  /** The version of the catalogue that has this product. */
  readonly version: string;
  readonly words: ItemWords;
  readonly changes: Changes;
  readonly onDone: () => void;
};

function ItemMenu({ product, version, words, changes, onDone }: ItemMenuProps) {
  const { settings } = useShop();
  const format = useFormat();
  const { id, price, soldOut } = product;
  const present = { price: price === null ? '' : format.typed(price, settings.currency) };
  const { typed, change: put, seen, theirs } = useDraft(version, present);
  const setTyped = (text: string) => put({ price: text });
  const amount = readAmount(typed.price, settings.currency);
  const label = words.price(settings.currency);
  const change = async (one: Parameters<Changes['send']>[1][number]) => {
    if (await changes.send(seen, [one])) onDone();
  };
  return (
    <>
      {theirs.price !== undefined && (
        <Problem>
          {`${words.conflict} ${words.theirs(label, theirs.price || words.priceOpen)}`}
        </Problem>
      )}
      <Ghost onPress={() => void change({ kind: 'set_sold_out', id, sold_out: !soldOut })}>
        {soldOut ? words.sellAgain : words.markSoldOut}
      </Ghost>
      <Field
        label={label}
        name="item-price"
        value={typed.price}
        onChange={setTyped}
        maxLength={LIMITS.productNameMax}
      />
      <DigitKeys label={label} text={typed.price} onText={setTyped} />
      <YellowKey
        className="item-save"
        disabled={amount === null || amount === price || changes.busy}
        onPress={() => {
          if (amount !== null) void change({ kind: 'set_price', id, price: amount });
        }}
      >
        {words.savePrice}
      </YellowKey>
    </>
  );
}
