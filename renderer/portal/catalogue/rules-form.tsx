import { useMemo } from 'react';
import { useDraft } from '../../ui/use-draft.ts';
import { usePortal } from '../common/context.tsx';
import { Area, Input } from '../common/form.tsx';
import { useCatalogue, useKept, useMoney } from './catalogue-context.tsx';
import { EntryForm } from './entry-form.tsx';
import { Select } from './form-parts.tsx';
import { labelOf, type RuleFields, ruleFields, rulesOf } from './rule-fields.ts';

/** The member of the document that a field of the form writes. */
const PATHS = {
  cashier: 'discounts.cashier',
  supervisor: 'discounts.supervisor',
  members: 'discounts.members',
  pieces: 'returned_deposits.pieces',
  piece: 'returned_deposits.piece',
  returns: 'returned_deposits.bill',
  approvalFrom: 'returned_deposits.approval_from',
  membership: 'membership',
  tips: 'tips',
  percents: 'tips.percents',
  amounts: 'tips.amounts',
  seconds: 'tips.seconds',
  rounding: 'cash_rounding',
  step: 'cash_rounding.step',
  half: 'cash_rounding.half',
  tenders: 'other_tenders',
  names: 'other_tenders',
  dayEnds: 'day_ends_at',
  links: 'receipt_links',
  head: 'receipt_texts.head',
  headNb: 'receipt_texts.head.nb',
  headDe: 'receipt_texts.head.de',
  foot: 'receipt_texts.foot',
  footNb: 'receipt_texts.foot.nb',
  footDe: 'receipt_texts.foot.de',
} as const satisfies Record<keyof RuleFields, string>;

/** What the shop decides for all its tills: discounts, returned deposits, tips, cash, other tenders, its day and its receipts. */
export function RulesForm() {
  const { words } = usePortal();
  const { mayRule } = useCatalogue();
  const { version, document } = useKept();
  const money = useMoney();
  const { rules: text } = words.catalogue;
  const present = useMemo(() => ruleFields(document.rules ?? {}, money), [document.rules, money]);
  const { typed, change, seen, theirs } = useDraft(version ?? 0, present);
  const label = (field: keyof RuleFields) => text.fields[PATHS[field]];
  const line = (field: TextField, hint?: string) => (
    <Input
      name={field}
      label={label(field)}
      value={typed[field]}
      onChange={(value) => change({ [field]: value })}
      {...(hint === undefined ? {} : { hint })}
    />
  );
  const options = <const T extends string>(
    values: readonly T[],
    names: Readonly<Record<T, string>>,
  ) => values.map((value) => ({ value, label: names[value] }));
  return (
    <EntryForm
      head={text.head}
      isNew={false}
      permitted={mayRule}
      gone={false}
      seen={seen}
      theirs={keysOf(PATHS).flatMap((field) => {
        const value = theirs[field];
        return value === undefined ? [] : [[label(field), value] as const];
      })}
      changes={() => {
        const made = rulesOf(typed, money.currency);
        if ('wrong' in made) return text.wrong(labelOf(made.wrong, text.fields));
        change(ruleFields(made.rules, money));
        // The hours have a slip of their own.
        const { opening_hours } = document.rules ?? {};
        const rules = { ...made.rules, ...(opening_hours && { opening_hours }) };
        return [{ kind: 'set_rules', rules }];
      }}
    >
      <p className="catalogue-intro">{mayRule ? text.text : text.onlyRead}</p>
      <div className="catalogue-pair">
        {line('cashier')}
        {line('supervisor')}
      </div>
      <div className="catalogue-pair">
        {line('pieces', text.returnedHint)}
        {line('piece')}
      </div>
      <div className="catalogue-pair">
        {line('returns')}
        {line('approvalFrom')}
      </div>
      <Select
        name="membership"
        label={label('membership')}
        value={typed.membership}
        options={options(['', 'never', 'asked'], text.membership)}
        onChange={(membership) => change({ membership })}
      />
      {line('members', text.membersHint)}
      <Select
        name="tips"
        label={label('tips')}
        value={typed.tips}
        options={options(['', 'nobody', 'display', 'phone'], text.tips)}
        onChange={(tips) => change({ tips })}
      />
      {typed.tips === 'display' && (
        <>
          {line('percents', text.several)}
          {line('amounts', text.several)}
          {line('seconds')}
        </>
      )}
      <Select
        name="rounding"
        label={label('rounding')}
        value={typed.rounding}
        options={options(['', 'never', 'own'], text.rounding)}
        onChange={(rounding) => change({ rounding })}
      />
      {typed.rounding === 'own' && (
        <div className="catalogue-pair">
          {line('step')}
          <Select
            name="half"
            label={label('half')}
            value={typed.half}
            options={options(['up', 'down'], text.values)}
            onChange={(half) => change({ half })}
          />
        </div>
      )}
      <Select
        name="tenders"
        label={label('tenders')}
        value={typed.tenders}
        options={options(['', 'none', 'own'], text.tenders)}
        onChange={(tenders) => change({ tenders })}
      />
      {typed.tenders === 'own' && (
        <Area
          label={text.names}
          value={typed.names}
          onChange={(names) => change({ names })}
          hint={text.namesHint}
        />
      )}
      {line('dayEnds', text.dayHint)}
      <Select
        name="links"
        label={label('links')}
        value={typed.links}
        options={options(['', 'never', 'offered'], text.links)}
        onChange={(links) => change({ links })}
      />
      {line('head', text.paperHint)}
      {line('headNb')}
      {line('headDe')}
      {line('foot', text.paperHint)}
      {line('footNb')}
      {line('footDe')}
    </EntryForm>
  );
}

type TextField = Exclude<
  keyof RuleFields,
  'membership' | 'tips' | 'rounding' | 'half' | 'tenders' | 'names'
>;

function keysOf<T extends object>(of: T): readonly (keyof T)[] {
  // Every member of the table is named in its type.
  return Object.keys(of) as (keyof T)[];
}
