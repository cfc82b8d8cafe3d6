import { useRef } from 'react';
import {
  type GroupEntry,
  type GroupFields,
  groupFields,
  groupOf,
  NEW_GROUP,
  NEW_OPTION,
  type OptionFields,
} from '../../../shared/catalogue/fields/group-fields.ts';
import { Plus, Trash2 } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useEntryId } from '../../ui/use-entry-id.ts';
import { usePortal } from '../common/context.tsx';
import { Input } from '../common/form.tsx';
import { useKept, useMoney, useNameOf } from './catalogue-context.tsx';
import { EntryForm } from './entry-form.tsx';
import { LanguageNames } from './name-inputs.tsx';

type GroupFormProps = {
  /** Null for a new group. */
  readonly id: string | null;
  readonly before: GroupEntry | null;
};

/** The slip of a group of options with what each costs. */
export function GroupForm({ id, before }: GroupFormProps) {
  const { words } = usePortal();
  const { version } = useKept();
  const own = useEntryId(id);
  const nameOf = useNameOf();
  const money = useMoney();
  const last = useRef<GroupFields>(NEW_GROUP);
  const present = before === null ? last.current : groupFields(before, money);
  last.current = present;
  const draft = useDraft(version ?? 0, present);
  const { typed, change, theirs } = draft;
  const text = words.catalogue;
  return (
    <EntryForm
      head={typed.name.trim() || text.newGroup}
      isNew={id === null}
      gone={id !== null && before === null}
      theirs={theirsOf()}
      seen={draft.seen}
      after={{ section: 'groups', entry: own }}
      changes={() => {
        const made = groupOf(typed, { id: own, currency: money.currency });
        if ('wrong' in made) return text.wrong[made.wrong];
        change(groupFields(made.group, money));
        return [{ kind: 'put_option_group', option_group: made.group }];
      }}
      {...(before === null
        ? {}
        : {
            removal: {
              name: nameOf(before.name),
              changes: [{ kind: 'remove_option_group', id: before.id }],
              text: text.removeGroupText,
            },
          })}
    >
      <Input
        name="name"
        label={text.name}
        value={typed.name}
        onChange={(name) => change({ name })}
        hint={text.groupHint}
        focus={id === null}
      />
      <Options options={typed.options} onChange={(options) => change({ options })} />
      <div className="catalogue-pair">
        <Input
          name="min"
          numeric
          label={text.least}
          value={typed.min}
          onChange={(min) => change({ min })}
        />
        <Input
          name="max"
          numeric
          label={text.most}
          value={typed.max}
          onChange={(max) => change({ max })}
        />
      </div>
      <details className="catalogue-more">
        <summary>{text.moreFields}</summary>
        <LanguageNames fields={typed} onChange={change} />
      </details>
    </EntryForm>
  );

  function theirsOf(): readonly (readonly [string, string])[] {
    const { name, min, max, options } = theirs;
    const all = options?.map((one) => `${one.name} ${one.surcharge}`.trim()).join(', ');
    return [
      [text.name, name] as const,
      [text.least, min] as const,
      [text.most, max] as const,
      [text.sections.groups, all] as const,
    ].flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const]));
  }
}

type OptionsProps = {
  readonly options: readonly OptionFields[];
  readonly onChange: (options: readonly OptionFields[]) => void;
};

function Options({ options, onChange }: OptionsProps) {
  const { words } = usePortal();
  const { currency } = useMoney();
  const text = words.catalogue;
  const put = (place: number, over: Partial<OptionFields>) =>
    onChange(options.map((one, at) => (at === place ? { ...one, ...over } : one)));
  return (
    <>
      {options.map((option, place) => (
        // The place is the only name that a new option has.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={place} className="catalogue-option">
          <Input
            name={`option-${place + 1}`}
            label={text.option(place + 1)}
            value={option.name}
            onChange={(name) => put(place, { name })}
          />
          <Input
            name={`surcharge-${place + 1}`}
            numeric
            label={text.surcharge(currency)}
            value={option.surcharge}
            onChange={(surcharge) => put(place, { surcharge })}
          />
          <Ghost
            label={text.removeOption(option.name || String(place + 1))}
            onPress={() => onChange(options.filter((_, at) => at !== place))}
          >
            <Trash2 size={20} aria-hidden="true" />
          </Ghost>
        </div>
      ))}
      <Ghost className="catalogue-add" onPress={() => onChange([...options, NEW_OPTION])}>
        <Plus size={20} aria-hidden="true" />
        {text.addOption}
      </Ghost>
    </>
  );
}
