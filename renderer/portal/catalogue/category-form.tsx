import { useRef } from 'react';
import {
  type NameFields,
  nameFields,
  writtenName,
} from '../../../shared/catalogue/fields/item-fields.ts';
import type { CatalogueDocument } from '../../../shared/protocol/catalogue-document.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { useEntryId } from '../../ui/use-entry-id.ts';
import { usePortal } from '../common/context.tsx';
import { Input } from '../common/form.tsx';
import { useKept, useNameOf } from './catalogue-context.tsx';
import { EntryForm } from './entry-form.tsx';
import { LanguageNames } from './name-inputs.tsx';

type Category = CatalogueDocument['categories'][number];

type CategoryFormProps = {
  /** Null for a new category. */
  readonly id: string | null;
  readonly before: Category | null;
};

/** The slip of a category. */
export function CategoryForm({ id, before }: CategoryFormProps) {
  const { words } = usePortal();
  const { version } = useKept();
  const own = useEntryId(id);
  const nameOf = useNameOf();
  const last = useRef<NameFields>(nameFields(''));
  const present = before === null ? last.current : nameFields(before.name);
  last.current = present;
  const draft = useDraft(version ?? 0, present);
  const { typed, change, theirs } = draft;
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
