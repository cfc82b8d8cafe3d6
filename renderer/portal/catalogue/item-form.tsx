import { useRef } from 'react';
import {
  fieldsOf,
  fractionOf,
  type ItemFields,
  itemOf,
  newItem,
  withoutVat,
} from '../../../shared/catalogue/fields/item-fields.ts';
import { readAmount } from '../../../shared/money/amount-text.ts';
import type {
  CatalogueDocument,
  ProductEntry,
} from '../../../shared/protocol/catalogue-document.ts';
import { useFormat } from '../../ui/format.tsx';
import { Ghost } from '../../ui/key.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useEntryId } from '../../ui/use-entry-id.ts';
import { usePortal } from '../common/context.tsx';
import { Input, Tick } from '../common/form.tsx';
import { useCatalogue, useKept, useMoney, useNameOf } from './catalogue-context.tsx';
import { EntryForm } from './entry-form.tsx';
import { Select, Ticks } from './form-parts.tsx';
import { ItemPicture } from './item-picture.tsx';
import { LanguageNames } from './name-inputs.tsx';

type ItemFormProps = {
  /** Null for a new item. */
  readonly id: string | null;
  /** The item as it is now; null for a new one, and if somebody has removed it. */
  readonly before: ProductEntry | null;
  /** Category of a new item. */
  readonly category: string | null;
};

/** The slip on which an item is made or changed. */
export function ItemForm({ id, before, category }: ItemFormProps) {
  const { words } = usePortal();
  const { version, document } = useKept();
  const own = useEntryId(id);
  const nameOf = useNameOf();
  const money = useMoney();
  // An item that somebody else has removed stays on the slip.
  const last = useRef<ItemFields | null>(null);
  const present =
    before === null ? (last.current ?? newItem(document, category)) : fieldsOf(before, money);
  last.current = present;
  const { typed, change, seen, theirs } = useDraft(version ?? 0, present);
  const head = typed.name.trim() || words.catalogue.newItemHead;
  return (
    <EntryForm
      head={head}
      isNew={id === null}
      gone={id !== null && before === null}
      theirs={useTheirs(theirs)}
      seen={seen}
      after={{ section: 'items', entry: own }}
      above={
        before !== null ? (
          <SoldOutKey item={before} />
        ) : (
          // A till that keeps items itself sells them until the shop's list has one.
          document.products.length === 0 && (
            <p className="portal-quiet">{words.catalogue.firstItem}</p>
          )
        )
      }
      changes={(form) => {
        const made = itemOf(typed, { id: own, before, currency: money.currency });
        if ('wrong' in made) {
          focusField(form, made.wrong.field);
          return words.catalogue.wrong[made.wrong.reason];
        }
        // As the page reads it again: what a person writes as 45 is 45.00.
        change(fieldsOf(made.item, money));
        return [{ kind: 'put_product', product: made.item }];
      }}
      {...(before === null
        ? {}
        : {
            removal: {
              name: nameOf(before.name),
              changes: [{ kind: 'remove_product', id: before.id }],
              text: words.catalogue.removeText,
            },
          })}
    >
      <MainFields typed={typed} change={change} document={document} isNew={id === null} />
      <ItemPicture
        picture={typed.picture}
        name={head}
        onChange={(picture) => change({ picture })}
      />
      <GroupTicks typed={typed} change={change} document={document} />
      <details className="catalogue-more">
        <summary>{words.catalogue.moreFields}</summary>
        <MoreFields typed={typed} change={change} />
      </details>
    </EntryForm>
  );
}

/** Shows the field, also if it is among those that are folded away, and moves the focus to it. */
function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLElement)) return;
  field.closest('details')?.setAttribute('open', '');
  field.focus();
}

type FieldsProps = {
  readonly typed: ItemFields;
  readonly change: (over: Partial<ItemFields>) => void;
};

function MainFields({
  typed,
  change,
  document,
  isNew,
}: FieldsProps & { readonly document: CatalogueDocument; readonly isNew: boolean }) {
  const { words } = usePortal();
  const format = useFormat();
  const nameOf = useNameOf();
  const { currency } = useMoney();
  const price = typed.open ? null : readAmount(typed.price, currency);
  const without = price === null ? null : withoutVat(price, fractionOf(typed.vat));
  return (
    <>
      <Input
        name="name"
        label={words.catalogue.name}
        value={typed.name}
        onChange={(name) => change({ name })}
        focus={isNew}
      />
      {!typed.open && (
        <Input
          name="price"
          numeric
          label={words.catalogue.priceWith(currency)}
          value={typed.price}
          onChange={(price) => change({ price })}
          hint={
            without === null
              ? '\u00a0'
              : words.catalogue.priceWithoutIs(format.amount(without, currency))
          }
        />
      )}
      <Tick
        label={words.catalogue.priceOpen}
        checked={typed.open}
        onChange={(open) => change({ open })}
      />
      <div className="catalogue-pair">
        <Input
          name="vat"
          numeric
          label={words.catalogue.vat}
          value={typed.vat}
          onChange={(vat) => change({ vat })}
        />
        <Select
          name="category"
          label={words.catalogue.category}
          value={typed.category}
          onChange={(category) => change({ category })}
          options={[
            { value: '', label: words.catalogue.noCategory },
            ...document.categories.map(({ id, name }) => ({ value: id, label: nameOf(name) })),
          ]}
        />
      </div>
    </>
  );
}

function GroupTicks({
  typed,
  change,
  document,
}: FieldsProps & { readonly document: CatalogueDocument }) {
  const { words } = usePortal();
  const nameOf = useNameOf();
  const groups = document.option_groups ?? [];
  return (
    <Ticks
      legend={words.catalogue.options}
      options={groups.map(({ id, name }) => ({ value: id, label: nameOf(name) }))}
      value={typed.options}
      onChange={(options) => change({ options })}
      {...(groups.length === 0 ? { hint: words.catalogue.noGroups } : {})}
    />
  );
}

function MoreFields({ typed, change }: FieldsProps) {
  const { words } = usePortal();
  const { tills } = useCatalogue();
  const { currency } = useMoney();
  const text = words.catalogue;
  const known = tills.map(({ pos_id, name }) => ({ value: pos_id, label: name }));
  const others = typed.tills
    .filter((till) => !known.some(({ value }) => value === till))
    .map((value) => ({ value, label: value }));
  return (
    <>
      <LanguageNames fields={typed} onChange={change} />
      <Input
        name="barcodes"
        label={text.barcodes}
        value={typed.barcodes}
        onChange={(barcodes) => change({ barcodes })}
        hint={text.barcodesHint}
      />
      <Input
        name="unit"
        label={text.unit}
        value={typed.unit}
        onChange={(unit) => change({ unit })}
        hint={text.unitHint}
      />
      <Input
        name="tare"
        numeric
        label={text.tare}
        value={typed.tare}
        onChange={(tare) => change({ tare })}
        hint={text.tareHint}
      />
      <Input
        name="letters"
        label={text.letters}
        value={typed.letters}
        onChange={(letters) => change({ letters })}
        hint={text.lettersHint}
      />
      <Input
        name="deposit"
        numeric
        label={text.deposit(currency)}
        value={typed.deposit}
        onChange={(deposit) => change({ deposit })}
        hint={text.depositHint}
      />
      <Select
        name="note"
        label={text.note}
        value={typed.note}
        onChange={(note) => change({ note: NOTES.find((one) => one === note) ?? '' })}
        options={NOTES.map((value) => ({ value, label: text.notes[value] }))}
      />
      <Input
        name="inStore"
        numeric
        label={text.inStore}
        value={typed.inStore}
        onChange={(inStore) => change({ inStore })}
        hint={text.inStoreHint}
      />
      <Tick
        label={text.returned}
        checked={typed.returned}
        onChange={(returned) => change({ returned })}
      />
      <Ticks
        legend={text.tills}
        hint={text.tillsHint}
        options={[...known, ...others]}
        value={typed.tills}
        onChange={(chosen) => change({ tills: chosen })}
      />
    </>
  );
}

const NOTES = ['', 'kitchen', 'customer'] as const;

/** Marks the item as sold out, or sells it again, at once. */
function SoldOutKey({ item }: { readonly item: ProductEntry }) {
  const { words } = usePortal();
  const { keeper, mayChange } = useCatalogue();
  const { version } = useKept();
  const soldOut = item.sold_out === true;
  if (!mayChange)
    return soldOut ? <p className="catalogue-out">{words.catalogue.soldOut}</p> : null;
  const change = { kind: 'set_sold_out', id: item.id, sold_out: !soldOut } as const;
  return (
    <Ghost
      className="catalogue-sold-out"
      onPress={() => void keeper.change([change], version ?? 0)}
    >
      {soldOut ? words.catalogue.sellAgain : words.catalogue.markSoldOut}
    </Ghost>
  );
}

/** What somebody else has made of the fields that the person has changed too, in words. */
function useTheirs(theirs: Partial<ItemFields>): readonly (readonly [string, string])[] {
  const { words } = usePortal();
  const { currency } = useMoney();
  const text = words.catalogue;
  const labels: Readonly<Record<keyof ItemFields, string>> = {
    name: text.name,
    nameNb: text.nameIn.nb,
    nameDe: text.nameIn.de,
    nameAr: text.nameIn.ar,
    price: text.price,
    open: text.priceOpen,
    vat: text.vat,
    category: text.category,
    picture: text.picture,
    options: text.options,
    unit: text.unit,
    barcodes: text.barcodes,
    letters: text.letters,
    tills: text.tills,
    deposit: text.deposit(currency),
    note: text.note,
    returned: text.returned,
    inStore: text.inStore,
    tare: text.tare,
  };
  return Object.entries(labels).flatMap(([field, label]) => {
    const value = Object.entries(theirs).find(([one]) => one === field)?.[1];
    if (value === undefined) return [];
    if (typeof value === 'boolean') return [[label, value ? words.has : words.hasNot] as const];
    return [[label, [value].flat().join(', ')] as const];
  });
}
