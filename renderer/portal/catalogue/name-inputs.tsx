import type { NameFields } from '../../../shared/catalogue/fields/item-fields.ts';
import { usePortal } from '../common/context.tsx';
import { Input } from '../common/form.tsx';

type NameInputsProps<F extends NameFields> = {
  readonly fields: F;
  readonly onChange: (fields: F) => void;
};

/** The names of an entry in the languages that have their own. */
export function LanguageNames<F extends NameFields>({ fields, onChange }: NameInputsProps<F>) {
  const { words } = usePortal();
  const { nameIn } = words.catalogue;
  const inputs = [
    { name: 'nameNb', label: nameIn.nb, value: fields.nameNb },
    { name: 'nameDe', label: nameIn.de, value: fields.nameDe },
    { name: 'nameAr', label: nameIn.ar, value: fields.nameAr },
  ] as const;
  return inputs.map(({ name, label, value }) => (
    <Input
      key={name}
      name={name}
      label={label}
      value={value}
      onChange={(text) => onChange({ ...fields, [name]: text })}
    />
  ));
}
