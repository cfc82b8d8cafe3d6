import { useMemo } from 'react';
import { WEEKDAYS } from '../../../shared/protocol/opening-hours.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { usePortal } from '../common/context.tsx';
import { Area, Input, Tick } from '../common/form.tsx';
import { useCatalogue, useKept } from './catalogue-context.tsx';
import { EntryForm } from './entry-form.tsx';
import { Select } from './form-parts.tsx';
import { type HourFields, hourFields, hoursOf } from './hour-fields.ts';
import { labelOf } from './rule-fields.ts';

/** When the shop is open. It is one of the rules of the shop, with a slip of its own. */
export function HoursForm() {
  const { words } = usePortal();
  const { mayRule } = useCatalogue();
  const { version, document } = useKept();
  const { opening_hours: known, ...others } = document.rules ?? {};
  const present = useMemo(() => hourFields(known), [known]);
  const { typed, change, seen, theirs } = useDraft(version ?? 0, present);
  const { rules: text } = words.catalogue;
  const { hours } = text;
  const labels: Readonly<Record<keyof HourFields, string>> = {
    ...hours.days,
    hours: text.fields.opening_hours,
    exceptions: text.fields['opening_hours.exceptions'],
    receipts: text.fields['opening_hours.on_receipts'],
  };
  const names = [...WEEKDAYS, 'hours', 'exceptions', 'receipts'] as const;
  return (
    <EntryForm
      head={text.fields.opening_hours}
      isNew={false}
      permitted={mayRule}
      gone={false}
      seen={seen}
      theirs={names.flatMap((name) => {
        const value = theirs[name];
        return value === undefined ? [] : [[labels[name], value] as const];
      })}
      changes={() => {
        const made = hoursOf(typed);
        if ('wrong' in made) return text.wrong(labelOf(made.wrong, text.fields));
        change(hourFields(made.hours));
        const opening = made.hours === undefined ? {} : { opening_hours: made.hours };
        return [{ kind: 'set_rules', rules: { ...others, ...opening } }];
      }}
    >
      <p className="catalogue-intro">{hours.text}</p>
      <Select
        name="hours"
        label={labels.hours}
        value={typed.hours}
        options={(['', 'own'] as const).map((value) => ({ value, label: hours.kinds[value] }))}
        onChange={(value) => change({ hours: value })}
      />
      {typed.hours === 'own' && (
        <>
          {WEEKDAYS.map((day) => (
            <Input
              key={day}
              name={day}
              label={labels[day]}
              value={typed[day]}
              onChange={(value) => change({ [day]: value })}
              {...(day === 'monday' ? { hint: hours.dayHint } : {})}
            />
          ))}
          <Area
            label={labels.exceptions}
            value={typed.exceptions}
            onChange={(exceptions) => change({ exceptions })}
            hint={hours.exceptionsHint}
          />
          <Tick
            label={labels.receipts}
            checked={typed.receipts === 'yes'}
            onChange={(checked) => change({ receipts: checked ? 'yes' : '' })}
          />
        </>
      )}
    </EntryForm>
  );
}
