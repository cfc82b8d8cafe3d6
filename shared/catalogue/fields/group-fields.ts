import { readAmount } from '../../money/amount-text.ts';
import { ZERO } from '../../money/money.ts';
import {
  type CatalogueDocument,
  optionGroupEntry,
  type WrittenName,
} from '../../protocol/catalogue-document.ts';
import { validate } from '../../protocol/validation.ts';
import { optionId } from '../new-entries.ts';
import {
  type Money,
  type NameFields,
  nameFields,
  type WrongReason,
  writtenName,
} from './item-fields.ts';

export type GroupEntry = NonNullable<CatalogueDocument['option_groups']>[number];

/** An option as its form has it. */
export type OptionFields = {
  /** Empty for a new one. */
  readonly id: string;
  readonly name: string;
  /** Its names in several languages; they stay while the name is not changed. */
  readonly written: WrittenName;
  readonly surcharge: string;
};

/** A group of options as its form has it. */
export type GroupFields = NameFields & {
  readonly min: string;
  readonly max: string;
  readonly options: readonly OptionFields[];
};

export const NEW_OPTION: OptionFields = { id: '', name: '', written: '', surcharge: '' };

/** The form of a new group: one of its options must be chosen. */
export const NEW_GROUP: GroupFields = {
  ...nameFields(''),
  min: '1',
  max: '1',
  options: [NEW_OPTION, NEW_OPTION],
};

export function groupFields(group: GroupEntry, { currency, format }: Money): GroupFields {
  return {
    ...nameFields(group.name),
    min: String(group.min),
    max: String(group.max),
    options: group.options.map(({ id, name, surcharge }) => ({
      id,
      name: nameFields(name).name,
      written: name,
      surcharge: surcharge === 0 ? '' : format.typed(surcharge, currency),
    })),
  };
}

/** The group of a form, or why it is none. Options without a name are left out. */
export function groupOf(
  fields: GroupFields,
  { id, currency }: { readonly id: string; readonly currency: string },
):
  | { readonly group: GroupEntry }
  | { readonly wrong: Extract<WrongReason, 'name' | 'price'> | 'groups' | 'number' } {
  if (fields.name.trim() === '') return { wrong: 'name' };
  if (![fields.min, fields.max].every((text) => /^\d{1,2}$/.test(text.trim()))) {
    return { wrong: 'number' };
  }
  const named = fields.options.filter(({ name }) => name.trim() !== '');
  const taken = named.flatMap((one) => (one.id === '' ? [] : [one.id]));
  const options: unknown[] = [];
  for (const one of named) {
    const sum = one.surcharge.trim() === '' ? ZERO : readAmount(one.surcharge, currency);
    if (sum === null) return { wrong: 'price' };
    const own = one.id === '' ? optionId(one.name, taken) : one.id;
    taken.push(own);
    const same = nameFields(one.written).name === one.name;
    options.push({ id: own, name: same ? one.written : one.name.trim(), surcharge: sum });
  }
  const limits = { min: Number(fields.min), max: Number(fields.max) };
  const entry = { id, name: writtenName(fields), ...limits, options };
  const checked = validate(optionGroupEntry, entry);
  return checked.ok ? { group: checked.value } : { wrong: 'groups' };
}
