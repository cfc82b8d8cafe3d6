import { isSum, sumsIn } from '../../../shared/catalogue/differences.ts';
import { percentOf } from '../../../shared/catalogue/fields/item-fields.ts';
import type { Difference } from '../../../shared/protocol/catalogue.ts';
import { isolated } from '../../i18n/language.ts';
import type { PortalWords } from '../../i18n/portal.ts';
import { labelOf } from './rule-fields.ts';

/** A difference in the reader's words. `price` writes minor units. */
export function differenceText(
  of: Difference,
  { catalogue: { differences: words, rules } }: Pick<PortalWords, 'catalogue'>,
  price: (minor: number) => string,
): string {
  const part = words.parts[of.part];
  const what = of.name === null ? part : `${part} ${isolated(`“${of.name}”`)}`;
  switch (of.kind) {
    case 'added':
      return of.after === null
        ? words.added(what)
        : words.addedAt(what, valueText({ field: 'price' }, of.after, words, price));
    case 'removed':
      return words.removed(what);
    case 'order_changed':
      return words.order(words.lists[of.part]);
    case 'changed': {
      const field = labelOf(of.field ?? '', { ...words.fields, ...rules.fields });
      const values = of.part === 'rules' ? new Map(Object.entries(rules.values)) : null;
      const value = (text: string | null) =>
        values?.get(text ?? '') ?? valueText(of, text, words, price);
      return words.changed(what, field, value(of.before), value(of.after));
    }
  }
}

function valueText(
  { field }: Pick<Difference, 'field'>,
  text: string | null,
  words: PortalWords['catalogue']['differences'],
  price: (minor: number) => string,
): string {
  if (text === null) return words.nothing;
  if (isSum(field, text)) return sumsIn(text, price);
  if (field === 'sold_out') return words.yes;
  if (field?.endsWith('vat_rate') === true) return `${percentOf(text)} %`;
  return text;
}
