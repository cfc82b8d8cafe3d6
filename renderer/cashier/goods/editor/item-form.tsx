import { useMemo, useRef, useState } from 'react';
import {
  fieldsOf,
  type ItemFields,
  itemOf,
  type Money,
  newItem,
} from '../../../../shared/catalogue/fields/item-fields.ts';
import { nameIn } from '../../../../shared/catalogue/schema.ts';
import type { GoodsChange, GoodsDocument } from '../../../../shared/device/commands/goods.ts';
import { readAmount } from '../../../../shared/money/amount-text.ts';
import type { ProductEntry } from '../../../../shared/protocol/catalogue-document.ts';
import type { ItemWords } from '../../../i18n/items.ts';
import { useFormat } from '../../../ui/format.tsx';
import { Ghost, YellowKey } from '../../../ui/key.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { useEntryId } from '../../../ui/use-entry-id.ts';
import { useCashier, useGoods, useShop } from '../../common/context.tsx';
import { ChoicePage } from './choice-page.tsx';
import { GroupForm } from './group-form.tsx';
import { ItemMenu } from './item-menu.tsx';
import { ItemPicture, useChosenPicture } from './item-picture.tsx';
import { ItemRows } from './item-rows.tsx';
import { useLabels } from './labels.ts';
import { OptionsPage } from './options-page.tsx';
import { type Page, pageOfField, type TypedField } from './pages.ts';
import { Problem } from './problem.tsx';
import { type KeysOf, TypedPage } from './typed-page.tsx';
import type { Changes } from './use-changes.ts';

type ItemFormProps = {
  /** Null for a new item. */
  readonly id: string | null;
  readonly read: GoodsDocument;
  readonly page: Page;
  readonly go: (page: Page) => void;
  readonly words: ItemWords;
  readonly changes: Changes;
  readonly onDone: () => void;
};

/** All pages of an item. What is typed on them is one draft. */
export function ItemForm({ id, read, page, go, words, changes, onDone }: ItemFormProps) {
  const { version, document } = read;
  const { language } = useCashier();
  const money = useMoney();
  const own = useEntryId(id);
  const category = useGoods((state) => state.category);
  const before = document.products.find((one) => one.id === id) ?? null;
  // An item that somebody else removes stays in the editor.
  const last = useRef<ItemFields | null>(null);
  const present =
    before === null ? (last.current ?? newItem(document, category)) : fieldsOf(before, money);
  last.current = present;
  const { typed, change, seen, theirs } = useDraft(version, present);
  const [wrong, setWrong] = useState('');
  const labels = useLabels(document, words);
  const put = (over: Partial<ItemFields>) => {
    if (changes.busy) return;
    setWrong('');
    change(over);
  };
  // It may arrive while a group of options is saved.
  const chosen = useChosenPicture((picture) => change({ picture }));
  const busy = changes.busy || chosen.busy;
  const fields = () => go({ kind: 'fields' });
  const save = async () => {
    const made = itemOf(typed, { id: own, before, currency: money.currency });
    if ('wrong' in made) {
      setWrong(words.wrong[made.wrong.reason]);
      return go(pageOfField(made.wrong.field));
    }
    // As the till reads it again: what a person writes as 45 is 45.00.
    change(fieldsOf(made.item, money));
    const done = await changes.send(seen, [{ kind: 'put_product', product: made.item }]);
    if (done) onDone();
  };
  const order = async (one: GoodsChange, isAll: boolean) => {
    const done = await changes.send(seen, [one]);
    // What else was typed is neither saved nor lost.
    if (done && isAll) onDone();
  };
  const other = Object.entries(theirs).map(([name]) =>
    labels.lineOf(name, { ...typed, ...theirs }),
  );
  return (
    <>
      {id !== null && before === null && <Problem>{words.gone}</Problem>}
      {other.length > 0 && (
        <Problem>
          {[words.conflict, ...other.map(([label, value]) => words.theirs(label, value))].join(' ')}
        </Problem>
      )}
      {wrong !== '' && <Problem>{wrong}</Problem>}
      {chosen.problem !== '' && <Problem>{chosen.problem}</Problem>}
      {content()}
    </>
  );

  function content() {
    switch (page.kind) {
      case 'menu': {
        if (before === null) return null;
        const soldOut = before.sold_out === true;
        const isUntouched = same(typed, present);
        const change: GoodsChange = { kind: 'set_sold_out', id: before.id, sold_out: !soldOut };
        const [label] = labels.lineOf('price', typed);
        return (
          <ItemMenu
            soldOut={soldOut}
            onSoldOut={() => void order(change, isUntouched)}
            label={label}
            price={typed.price}
            onPrice={(price) => put({ price, open: price === '' && present.open })}
            words={words}
            save={
              savesPrice(before) ?? {
                label: words.save,
                disabled: busy,
                onPress: () => void save(),
              }
            }
          />
        );
      }
      case 'new_name':
        return (
          <TypedPage
            key={page.kind}
            {...typing('name')}
            action={words.next}
            onDone={() => {
              if (typed.name.trim() === '') setWrong(words.wrong.name);
              else go({ kind: 'new_price' });
            }}
          />
        );
      case 'new_price':
        return (
          <TypedPage
            key={page.kind}
            {...typing('price')}
            action={words.create}
            busy={busy}
            onDone={() => void save()}
          >
            <Ghost onPress={fields}>{words.more}</Ghost>
          </TypedPage>
        );
      case 'field':
        return (
          <TypedPage
            key={page.field}
            {...typing(page.field)}
            action={words.done}
            onDone={() => {
              setWrong('');
              fields();
            }}
          >
            {page.field === 'price' && (
              <Ghost pressed={typed.open} onPress={() => put({ open: !typed.open })}>
                {words.priceOpen}
              </Ghost>
            )}
          </TypedPage>
        );
      case 'category':
        return (
          <ChoicePage
            legend={words.category}
            value={typed.category}
            options={[
              { value: '', label: words.empty },
              ...document.categories.map((one) => ({
                value: one.id,
                label: nameIn(one.name)[language],
              })),
            ]}
            onChoose={(chosen) => {
              put({ category: chosen });
              fields();
            }}
          />
        );
      case 'unit':
        return (
          <ChoicePage
            legend={words.unit}
            value={labels.unitOf(typed)}
            options={labels.units(typed)}
            onChoose={(unit) => {
              put({ unit: unit === 'pcs' ? '' : unit });
              fields();
            }}
          />
        );
      case 'options':
        return (
          <OptionsPage
            document={document}
            words={words}
            value={typed.options}
            onChange={(options) => put({ options })}
            onGroup={(group) =>
              go({ kind: 'group', id: group, part: group === null ? 'name' : null })
            }
            onDone={fields}
          />
        );
      case 'group':
        return (
          <GroupForm
            key={page.id ?? ''}
            id={page.id}
            item={own}
            part={page.part}
            go={(part) => go({ ...page, part })}
            read={read}
            money={money}
            words={words}
            changes={changes}
            onSaved={(group) => {
              if (page.id === null) put({ options: [...typed.options, group] });
              go({ kind: 'options' });
            }}
          />
        );
      case 'fields':
        return (
          <>
            <ItemPicture
              picture={typed.picture}
              name={labels.nameOf(typed)}
              words={words}
              chosen={chosen}
              onRemove={() => put({ picture: '' })}
            />
            <ItemRows typed={typed} labels={labels} document={document} go={go} />
            <YellowKey className="item-save" disabled={busy} onPress={() => void save()}>
              {id === null ? words.create : words.save}
            </YellowKey>
          </>
        );
    }
  }

  /** The key that saves the price alone; null if something else was typed too. */
  function savesPrice({ id: item, price }: ProductEntry) {
    const { price: text, open } = typed;
    if (!same(typed, { ...present, price: text, open })) return null;
    const amount = readAmount(text, money.currency);
    return {
      label: words.savePrice,
      disabled: amount === null || amount === price || busy,
      onPress: () => {
        if (amount !== null) void order({ kind: 'set_price', id: item, price: amount }, true);
      },
    };
  }

  /** What a page for one field types. */
  function typing(field: TypedField) {
    const keys = KEYS[field];
    const [label] = labels.lineOf(field, typed);
    const hint = { barcodes: words.barcodesHint, inStore: words.inStoreHint };
    return {
      label,
      name: `item-${field}`,
      keys,
      value: typed[field],
      onChange: (value: string) =>
        put(field === 'price' ? { price: value, open: false } : { [field]: value }),
      ...(field === 'barcodes' || field === 'inStore' ? { hint: hint[field] } : {}),
    };
  }
}

const KEYS: Readonly<Record<TypedField, KeysOf>> = {
  name: 'name',
  nameNb: 'name',
  nameDe: 'name',
  nameAr: 'name',
  price: 'amount',
  vat: 'amount',
  barcodes: 'code',
  inStore: 'number',
  tare: 'number',
};

const same = (one: ItemFields, other: ItemFields) => JSON.stringify(one) === JSON.stringify(other);

/** How the till writes and reads amounts. */
function useMoney(): Money {
  const format = useFormat();
  const { currency } = useShop().settings;
  return useMemo(() => ({ currency, format }), [currency, format]);
}
