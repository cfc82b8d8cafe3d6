import { useEffect, useRef, useState } from 'react';
import {
  type GroupEntry,
  type GroupFields,
  groupFields,
  groupOf,
  itemsWithGroup,
  NEW_GROUP,
  NEW_OPTION,
  type OptionFields,
} from '../../../../shared/catalogue/fields/group-fields.ts';
import type { Money } from '../../../../shared/catalogue/fields/item-fields.ts';
import { nameIn } from '../../../../shared/catalogue/schema.ts';
import type { GoodsDocument } from '../../../../shared/device/commands/goods.ts';
import type { ItemWords } from '../../../i18n/items.ts';
import { Minus, Plus, Trash2 } from '../../../ui/icons.ts';
import { Ghost, YellowKey } from '../../../ui/key.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { useEntryId } from '../../../ui/use-entry-id.ts';
import { useCashier } from '../../common/context.tsx';
import { EditRow } from './edit-row.tsx';
import { nameFieldOf } from './labels.ts';
import type { GroupPart } from './pages.ts';
import { Problem } from './problem.tsx';
import { TypedPage } from './typed-page.tsx';
import type { Changes } from './use-changes.ts';

type GroupFormProps = {
  /** Null for a new group. */
  readonly id: string | null;
  /** Id of the item in the editor, which is not named among the others with these options. */
  readonly item: string;
  readonly part: GroupPart;
  readonly go: (part: GroupPart) => void;
  readonly read: GoodsDocument;
  readonly money: Money;
  readonly words: ItemWords;
  readonly changes: Changes;
  /** Called when the catalogue that the till has read has the group as it was saved. */
  readonly onSaved: (id: string) => void;
};

/** A group of options: its name, its options with what each costs more, and how many are chosen. */
export function GroupForm(props: GroupFormProps) {
  const { id, item, part, go, read, money, words, changes, onSaved } = props;
  const { version, document } = read;
  const { language } = useCashier();
  const own = useEntryId(id);
  const before = document.option_groups?.find((one) => one.id === own) ?? null;
  const last = useRef<GroupFields>({ ...NEW_GROUP, options: [] });
  const present = before === null ? last.current : groupFields(before, money);
  last.current = present;
  const { typed, change, seen, theirs } = useDraft(version, present);
  const [opened] = useState(typed);
  // An emptied name of a language does not become that of all languages under the typing hand.
  const nameField = nameFieldOf(opened, language);
  const [wrong, setWrong] = useState('');
  const [made, setMade] = useState<GroupEntry | null>(null);
  const isThere = made !== null && before !== null && same(made, before);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  useEffect(() => {
    if (isThere) saved.current(own);
  }, [isThere, own]);
  const put = (over: Partial<GroupFields>) => {
    if (changes.busy) return;
    setWrong('');
    setMade(null);
    change(over);
  };
  const save = async () => {
    const group = groupOf(typed, { id: own, currency: money.currency });
    if ('wrong' in group) return setWrong(words.wrong[group.wrong]);
    // As the till reads it again: what a person writes as 6 is 6.00.
    change(groupFields(group.group, money));
    const order = { kind: 'put_option_group', option_group: group.group } as const;
    if (await changes.send(seen, [order])) setMade(group.group);
  };
  const putOption = (place: number, over: Partial<OptionFields>) =>
    put({ options: typed.options.map((one, at) => (at === place ? { ...one, ...over } : one)) });

  if (part === 'name') {
    return (
      <TypedPage
        label={words.name}
        name="group-name"
        keys="name"
        hint={words.optionsHint}
        value={typed[nameField]}
        onChange={(name) => put({ [nameField]: name })}
        action={words.next}
        onDone={() => go(null)}
      />
    );
  }
  if (part !== null) {
    const option = typed.options[part.option] ?? NEW_OPTION;
    return part.of === 'name' ? (
      <TypedPage
        key="name"
        label={words.option}
        name="option-name"
        keys="name"
        value={option.name}
        onChange={(name) => putOption(part.option, { name })}
        action={words.next}
        onDone={() => go({ ...part, of: 'surcharge' })}
      >
        <Ghost
          onPress={() => {
            put({ options: typed.options.filter((_, at) => at !== part.option) });
            go(null);
          }}
        >
          <Trash2 size={20} aria-hidden="true" />
          {words.removeOption}
        </Ghost>
      </TypedPage>
    ) : (
      <TypedPage
        key="surcharge"
        label={words.surcharge(money.currency)}
        name="option-surcharge"
        keys="amount"
        hint={option.name}
        value={option.surcharge}
        onChange={(surcharge) => putOption(part.option, { surcharge })}
        action={words.done}
        onDone={() => go(null)}
      />
    );
  }
  const others = itemsWithGroup(document, own).filter((one) => one.id !== item);
  const names = others.map(({ name }) => nameIn(name)[language]).join(', ');
  return (
    <>
      {Object.keys(theirs).length > 0 && <Problem>{words.conflict}</Problem>}
      {wrong !== '' && <Problem>{wrong}</Problem>}
      {others.length > 0 && <p className="item-used">{words.usedBy(names)}</p>}
      <ul className="item-rows">
        <li>
          <EditRow
            label={words.name}
            value={typed[nameField].trim() || words.empty}
            onPress={() => go('name')}
          />
        </li>
        {typed.options.map((option, place) => (
          // The place is the only name that a new option has.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={place}>
            <EditRow
              label={words.option}
              value={`${option.name}${option.surcharge === '' ? '' : ` + ${option.surcharge}`}`}
              onPress={() => go({ option: place, of: 'name' })}
            />
          </li>
        ))}
      </ul>
      <Ghost
        onPress={() => {
          put({ options: [...typed.options, NEW_OPTION] });
          go({ option: typed.options.length, of: 'name' });
        }}
      >
        <Plus size={20} aria-hidden="true" />
        {words.addOption}
      </Ghost>
      <div className="item-counts">
        <Count label={words.least} from={0} value={typed.min} onChange={(min) => put({ min })} />
        <Count label={words.most} from={1} value={typed.max} onChange={(max) => put({ max })} />
      </div>
      <YellowKey className="item-save" disabled={changes.busy} onPress={() => void save()}>
        {words.saveOptions}
      </YellowKey>
    </>
  );
}

const same = (one: GroupEntry, other: GroupEntry) => JSON.stringify(one) === JSON.stringify(other);

type CountProps = {
  readonly label: string;
  /** The least number. */
  readonly from: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** A number of options, which two keys change. */
function Count({ label, from, value, onChange }: CountProps) {
  const { words } = useCashier();
  const number = Number(value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="item-count" role="group" aria-label={label}>
      <span className="item-count-label">{label}</span>
      <Ghost
        label={words.lineLess}
        disabled={number <= from}
        onPress={() => onChange(String(Math.max(from, number - 1)))}
      >
        <Minus size={20} aria-hidden="true" />
      </Ghost>
      <output>{value}</output>
      <Ghost label={words.lineMore} onPress={() => onChange(String(number + 1))}>
        <Plus size={20} aria-hidden="true" />
      </Ghost>
    </div>
  );
}
