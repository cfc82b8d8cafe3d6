import type { ItemFields, NameFields } from '../../../../shared/catalogue/fields/item-fields.ts';
import { nameIn } from '../../../../shared/catalogue/schema.ts';
import type { CatalogueDocument } from '../../../../shared/protocol/catalogue-document.ts';
import type { ItemWords } from '../../../i18n/items.ts';
import type { Language } from '../../../i18n/language.ts';
import { useCashier, useShop } from '../../common/context.tsx';

/** How the editor writes the fields of an item. */
export type Labels = {
  /** The field with the name that the reader sees: of the language, or of all languages. */
  readonly nameField: (fields: ItemFields) => keyof NameFields;
  readonly nameOf: (fields: ItemFields) => string;
  /** A field's word, and its value for a reader. */
  readonly lineOf: (field: string, fields: ItemFields) => readonly [label: string, value: string];
  /** The unit; `pcs` where none is written. */
  readonly unitOf: (fields: ItemFields) => string;
  /** The units that can be chosen: those of the till, and the one that the item has. */
  readonly units: (
    fields: ItemFields,
  ) => readonly { readonly value: string; readonly label: string }[];
};

const NAME_IN = { en: 'name', nb: 'nameNb', de: 'nameDe', ar: 'nameAr' } as const;

/** The name that a reader sees: that of the language, or of all languages. */
export function nameFieldOf(fields: NameFields, language: Language): keyof NameFields {
  const own = NAME_IN[language];
  return fields[own] === '' ? 'name' : own;
}

export function useLabels(document: CatalogueDocument, words: ItemWords): Labels {
  const { language } = useCashier();
  const { currency } = useShop().settings;
  const nameField = (fields: ItemFields) => nameFieldOf(fields, language);
  const nameOf = (fields: ItemFields) => fields[nameField(fields)];
  const unitOf = ({ unit }: ItemFields) => unit.trim() || 'pcs';
  const unitWord = (unit: string) => (unit === 'pcs' || unit === 'kg' ? words.units[unit] : unit);
  const category = ({ category: id }: ItemFields) => {
    const found = document.categories.find((one) => one.id === id);
    return found === undefined ? '' : nameIn(found.name)[language];
  };
  const options = (fields: ItemFields) =>
    fields.options
      .flatMap((id) => (document.option_groups ?? []).filter((one) => one.id === id))
      .map(({ name }) => nameIn(name)[language])
      .join(', ');
  const lines: Readonly<Record<string, (fields: ItemFields) => readonly [string, string]>> = {
    price: ({ open, price }) => [words.price(currency), open ? words.priceOpen : price],
    open: ({ open, price }) => [words.price(currency), open ? words.priceOpen : price],
    vat: ({ vat }) => [words.vat, vat],
    category: (fields) => [words.category, category(fields)],
    unit: (fields) => [words.unit, unitWord(unitOf(fields))],
    options: (fields) => [words.options, options(fields)],
    barcodes: ({ barcodes }) => [words.barcodes, barcodes],
    inStore: ({ inStore }) => [words.inStore, inStore],
    tare: ({ tare }) => [words.tare, tare],
    picture: ({ picture }) => [words.picture, picture === '' ? '' : words.otherPicture],
  };
  return {
    nameField,
    nameOf,
    lineOf: (field, fields) => {
      const [label, value] = lines[field]?.(fields) ?? [words.name, nameOf(fields)];
      return [label, value.trim() === '' ? words.empty : value];
    },
    unitOf,
    units: (fields) =>
      [...new Set(['pcs', 'kg', unitOf(fields)])].map((value) => ({
        value,
        label: unitWord(value),
      })),
  };
}
