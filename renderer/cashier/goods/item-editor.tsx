import { useState } from 'react';
import type { Product } from '../../../shared/catalogue/catalogue.ts';
import { usualRate } from '../../../shared/catalogue/new-entries.ts';
import type { GoodsChange } from '../../../shared/device/bridge/goods.ts';
import { readAmount } from '../../../shared/money/amount-text.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { directionOfTyped } from '../../i18n/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Ghost, Key, YellowKey } from '../../ui/key.tsx';
import { useEntryId } from '../../ui/use-entry-id.ts';
import { useCashier, useGoods, useShop } from '../common/context.tsx';
import type { ItemEditorProps } from '../common/lazy-screens.tsx';
import { LetterKeys } from '../common/letter-keys.tsx';
import { problemText } from '../common/refusal-text.ts';

/** What a supervisor changes of an item at the till: its price, or that it is sold out; or a new item. */
export function ItemEditor({ product, onNew, onOrder, onClose }: ItemEditorProps) {
  const { till, words, language } = useCashier();
  // The version whose price the person sees: another screen may change it while this is open.
  const [seen] = useState(useGoods((state) => state.version));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const change = async (one: GoodsChange) => {
    if (busy) return;
    setBusy(true);
    const answer = await till.call({ type: 'change_goods', version: seen ?? '', changes: [one] });
    setBusy(false);
    if (answer?.ok === true) onClose();
    else setProblem(problemText(answer, words));
  };
  return (
    <Dialog
      head={product === null ? words.itemNew : product.name[language]}
      text={words.itemMenuText}
      onClose={onClose}
    >
      {problem !== '' && (
        <p className="item-problem" role="alert">
          {problem}
        </p>
      )}
      {product === null ? (
        <NewItem onChange={change} />
      ) : (
        <ChangeItem product={product} onChange={change} />
      )}
      <div className="item-ends">
        {product !== null && <Ghost onPress={onNew}>{words.itemNew}</Ghost>}
        {product !== null && <Ghost onPress={onOrder}>{words.orderHead}</Ghost>}
        <Ghost onPress={onClose}>{words.itemClose}</Ghost>
      </div>
    </Dialog>
  );
}

type Change = (one: GoodsChange) => Promise<void>;
type ChangeItemProps = { readonly product: Product; readonly onChange: Change };

function ChangeItem({ product, onChange }: ChangeItemProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  const format = useFormat();
  const { id, price, soldOut } = product;
  const [typed, setTyped] = useState(() =>
    price === null ? '' : format.typed(price, settings.currency),
  );
  const amount = readAmount(typed, settings.currency);
  return (
    <>
      <Ghost onPress={() => void onChange({ kind: 'set_sold_out', id, sold_out: !soldOut })}>
        {soldOut ? words.itemSellAgain : words.itemMarkSoldOut}
      </Ghost>
      <PriceField typed={typed} onTyped={setTyped} />
      <YellowKey
        className="item-save"
        disabled={amount === null || amount === price}
        onPress={() => {
          if (amount !== null) void onChange({ kind: 'set_price', id, price: amount });
        }}
      >
        {words.itemSavePrice}
      </YellowKey>
    </>
  );
}

/** First the name, then the price. The tax is the one that most items have. */
function NewItem({ onChange }: { readonly onChange: Change }) {
  const id = useEntryId(null);
  const { words } = useCashier();
  const { settings } = useShop();
  const { catalogue, category } = useGoods((state) => state);
  const [name, setName] = useState('');
  const [named, setNamed] = useState(false);
  const [typed, setTyped] = useState('');
  const price = readAmount(typed, settings.currency);
  if (!named) {
    return (
      <>
        <Field label={words.itemName} name="item-name" value={name} onChange={setName} />
        <LetterKeys text={name} onText={setName} capitals />
        <YellowKey
          className="item-save"
          disabled={name.trim() === ''}
          onPress={() => setNamed(true)}
        >
          {words.itemNext}
        </YellowKey>
      </>
    );
  }
  const products = catalogue?.products ?? [];
  const rate = usualRate(products.map(({ vatRate }) => vatRate)) ?? catalogue?.openPriceVatRate;
  const create = () => {
    if (price === null) return;
    const product = {
      id,
      name: name.trim(),
      price,
      ...(rate == null ? {} : { vat_rate: rate }),
      ...(category === null ? {} : { category }),
    };
    void onChange({ kind: 'put_product', product });
  };
  return (
    <>
      <PriceField typed={typed} onTyped={setTyped} />
      <YellowKey className="item-save" disabled={price === null} onPress={create}>
        {words.itemCreate}
      </YellowKey>
    </>
  );
}

type FieldProps = {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function Field({ label, name, value, onChange }: FieldProps) {
  return (
    <label className="item-field">
      <span>{label}</span>
      <input
        name={name}
        value={value}
        dir={directionOfTyped(value)}
        maxLength={LIMITS.productNameMax}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

const DIGITS = ['123', '456', '789', ',0'] as const;

type PriceFieldProps = { readonly typed: string; readonly onTyped: (typed: string) => void };

/** The price, by a keyboard or by touch. */
function PriceField({ typed, onTyped }: PriceFieldProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  return (
    <>
      <Field
        label={words.itemPrice(settings.currency)}
        name="item-price"
        value={typed}
        onChange={onTyped}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys */}
      <div
        className="item-digits"
        dir="ltr"
        role="group"
        aria-label={words.itemPrice(settings.currency)}
      >
        {DIGITS.flatMap((row) => [...row]).map((sign) => (
          <Key key={sign} className="letter-key" onPress={() => onTyped(typed + sign)}>
            {sign}
          </Key>
        ))}
        <Key
          className="letter-key key-fn"
          label={words.setupDelete}
          onPress={() => onTyped(typed.slice(0, -1))}
        >
          ⌫
        </Key>
      </div>
    </>
  );
}
