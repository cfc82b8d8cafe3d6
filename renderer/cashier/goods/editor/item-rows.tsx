import type { ItemFields } from '../../../../shared/catalogue/fields/item-fields.ts';
import type { CatalogueDocument } from '../../../../shared/protocol/catalogue-document.ts';
import { EditRow } from './edit-row.tsx';
import type { Labels } from './labels.ts';
import { type Page, pageOfField } from './pages.ts';

type ItemRowsProps = {
  readonly typed: ItemFields;
  readonly labels: Labels;
  readonly document: CatalogueDocument;
  readonly go: (page: Page) => void;
};

/** The fields of an item, each with its value and a page on which it is changed. */
export function ItemRows({ typed, labels, document, go }: ItemRowsProps) {
  const byWeight = labels.unitOf(typed) === 'kg';
  const ownCodes = (document.in_store_codes ?? []).length > 0;
  const fields: readonly (keyof ItemFields)[] = [
    labels.nameField(typed),
    'price',
    'options',
    'category',
    'vat',
    'unit',
    ...(byWeight || typed.tare !== '' ? (['tare'] as const) : []),
    'barcodes',
    ...(ownCodes || typed.inStore !== '' ? (['inStore'] as const) : []),
  ];
  return (
    <ul className="item-rows">
      {fields.map((field) => {
        const [label, value] = labels.lineOf(field, typed);
        return (
          <li key={field}>
            <EditRow label={label} value={value} onPress={() => go(pageOfField(field))} />
          </li>
        );
      })}
    </ul>
  );
}
