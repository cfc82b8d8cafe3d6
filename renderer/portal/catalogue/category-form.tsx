import { useRef } from 'react';
import { newId } from '../../../shared/catalogue/new-item.ts';
import type { CatalogueDocument } from '../../../shared/protocol/catalogue-document.ts';
import { usePortal } from '../common/context.tsx';
import { Input } from '../common/form.tsx';
import { useKept, useNameOf } from './catalogue-context.tsx';
import { EntryForm } from './entry-form.tsx';
import { type NameFields, nameFields, writtenName } from './item-fields.ts';
import { LanguageNames } from './name-inputs.tsx';
import { useDraft } from './use-draft.ts';

type Category = CatalogueDocument['categories'][number];

type CategoryFormProps = {
  /** Null for a new category. */
  readonly id: string | null;
  readonly before: Category | null;
};

/** The slip of a category. */
export function CategoryForm({ id, before }: CategoryFormProps) {
  const { words } = usePortal();
  const { version, document } = useKept();
  const nameOf = useNameOf();
  const last = useRef<NameFields>(nameFields(''));
  const present = before === null ? last.current : nameFields(before.name);
  last.current = present;
  const draft = useDraft(version ?? 0, present);
  const { typed, change, theirs } = draft;
  const own =
    id ??
    newId(
      typed.name,
      document.categories.map((one) => one.id),
    );
  return (
    <EntryForm
      head={typed.name.trim() || words.catalogue.newCategory}
      isNew={id === null}
      gone={id !== null && before === null}
      theirs={theirs.name === undefined ? [] : [[words.catalogue.name, theirs.name]]}
      seen={draft.seen}
      after={{ section: 'categories', entry: own }}
      changes={() => {
        if (typed.name.trim() === '') return words.catalogue.wrong.name;
        return [{ kind: 'put_category', category: { id: own, name: writtenName(typed) } }];
      }}
      {...(before === null
        ? {}
        : {
            removal: {
              name: nameOf(before.name),
              changes: [{ kind: 'remove_category', id: before.id }],
              text: words.catalogue.removeCategoryText,
            },
          })}
    >
      <Input
        name="name"
        label={words.catalogue.name}
        value={typed.name}
        onChange={(name) => change({ name })}
        hint={words.catalogue.nameHint}
        focus={id === null}
      />
      <LanguageNames fields={typed} onChange={change} />
    </EntryForm>
  );
}
