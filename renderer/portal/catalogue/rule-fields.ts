import type { Money } from '../../../shared/catalogue/fields/item-fields.ts';
import { readAmount } from '../../../shared/money/amount-text.ts';
import { money } from '../../../shared/money/money.ts';
import {
  type ReceiptText,
  type ShopRules,
  shopRules,
} from '../../../shared/protocol/shop-rules.ts';
import { validate } from '../../../shared/protocol/validation.ts';

/** The rules of a shop as their form has them: what a person types, as text. Empty: each till as it is set up. */
export type RuleFields = {
  readonly cashier: string;
  readonly supervisor: string;
  readonly members: string;
  readonly pieces: string;
  readonly piece: string;
  readonly returns: string;
  readonly approvalFrom: string;
  readonly membership: '' | 'never' | 'asked';
  readonly tips: '' | 'nobody' | 'display' | 'phone';
  readonly percents: string;
  readonly amounts: string;
  readonly seconds: string;
  readonly rounding: '' | 'never' | 'own';
  readonly step: string;
  readonly half: 'up' | 'down';
  readonly tenders: '' | 'none' | 'own';
  /** One on each line. */
  readonly names: string;
  readonly dayEnds: string;
  readonly links: '' | 'never' | 'offered';
  readonly head: string;
  readonly headNb: string;
  readonly headDe: string;
  readonly foot: string;
  readonly footNb: string;
  readonly footDe: string;
};

export function ruleFields(rules: ShopRules, { currency, format }: Money): RuleFields {
  const { discounts, tips, cash_rounding, other_tenders, day_ends_at, receipt_texts = {} } = rules;
  const rounded = cash_rounding === undefined || cash_rounding === 'never' ? null : cash_rounding;
  const amount = (minor: number) => format.typed(money(minor), currency);
  const returned = rules.returned_deposits;
  const [head, headNb, headDe] = paperFields(receipt_texts.head);
  const [foot, footNb, footDe] = paperFields(receipt_texts.foot);
  return {
    cashier: discounts === undefined ? '' : String(discounts.cashier),
    supervisor: discounts === undefined ? '' : String(discounts.supervisor),
    members: discounts?.members === undefined ? '' : String(discounts.members),
    pieces: returned === undefined ? '' : String(returned.pieces),
    piece: returned === undefined ? '' : amount(returned.piece),
    returns: returned === undefined ? '' : amount(returned.bill),
    approvalFrom: returned === undefined ? '' : amount(returned.approval_from),
    membership: rules.membership ?? '',
    tips: tips?.ask ?? '',
    percents: (tips?.percents ?? []).join(' '),
    amounts: (tips?.amounts ?? []).map(amount).join(' '),
    seconds: tips?.seconds === undefined ? '' : String(tips.seconds),
    rounding: cash_rounding === 'never' ? cash_rounding : rounded === null ? '' : 'own',
    step: rounded === null ? '' : amount(rounded.step),
    half: rounded?.half ?? 'up',
    tenders: other_tenders === undefined ? '' : other_tenders.length === 0 ? 'none' : 'own',
    names: (other_tenders ?? []).join('\n'),
    dayEnds: day_ends_at ?? '',
    links: rules.receipt_links ?? '',
    head,
    headNb,
    headDe,
    foot,
    footNb,
    footDe,
  };
}

/** The rules of a form without the opening hours, or the member that is not right, by its path. */
export function rulesOf(
  fields: RuleFields,
  currency: string,
): { readonly rules: ShopRules } | { readonly wrong: string } {
  const amount = (typed: string) => readAmount(typed, currency) ?? typed;
  const receipt_texts = {
    ...member('head', paperText(fields.head, fields.headNb, fields.headDe)),
    ...member('foot', paperText(fields.foot, fields.footNb, fields.footDe)),
  };
  const { cashier, supervisor, members } = fields;
  const limits = [cashier, supervisor, members].map((text) => text.trim());
  const written = {
    ...(limits.join('') === ''
      ? {}
      : {
          discounts: {
            cashier: numberOf(cashier),
            supervisor: numberOf(supervisor),
            ...member('members', members.trim() === '' ? '' : numberOf(members)),
          },
        }),
    ...member('returned_deposits', returnedOf(fields, amount)),
    ...member('membership', fields.membership),
    ...member('tips', tipsOf(fields, amount)),
    ...member(
      'cash_rounding',
      fields.rounding === 'own'
        ? { step: amount(fields.step), half: fields.half }
        : fields.rounding,
    ),
    ...member('other_tenders', tendersOf(fields)),
    ...member('day_ends_at', fields.dayEnds.trim()),
    ...member('receipt_links', fields.links),
    ...(Object.keys(receipt_texts).length === 0 ? {} : { receipt_texts }),
  };
  const checked = validate(shopRules, written);
  if (checked.ok) return { rules: checked.value };
  return { wrong: Object.keys(checked.refusal.details ?? {})[0] ?? '' };
}

/** All of them or none: a till without the rule has usual figures. */
function returnedOf(
  { pieces, piece, returns, approvalFrom }: RuleFields,
  amount: (typed: string) => unknown,
): unknown {
  const typed = [pieces, piece, returns, approvalFrom].map((text) => text.trim());
  if (typed.join('') === '') return '';
  const [count = '', ...sums] = typed;
  const [one, all, from] = sums.map(amount);
  return { pieces: numberOf(count), piece: one, bill: all, approval_from: from };
}

function tipsOf(
  { tips, percents, amounts, seconds }: RuleFields,
  amount: (typed: string) => unknown,
): unknown {
  if (tips === '') return tips;
  if (tips !== 'display') return { ask: tips };
  return {
    ask: tips,
    ...(percents.trim() === '' ? {} : { percents: wordsIn(percents).map(numberOf) }),
    ...(amounts.trim() === '' ? {} : { amounts: wordsIn(amounts).map(amount) }),
    ...(seconds.trim() === '' ? {} : { seconds: numberOf(seconds) }),
  };
}

/** Own names without a name are not the same as none: the schema refuses the empty line. */
function tendersOf({ tenders, names }: RuleFields): unknown {
  if (tenders === '') return tenders;
  if (tenders === 'none') return [];
  const lines = linesIn(names);
  return lines.length === 0 ? [''] : lines;
}

/** A member of a document; none for an empty text. */
const member = (name: string, value: unknown) => (value === '' ? {} : { [name]: value });

const wordsIn = (text: string) => text.split(/[\s;]+/).filter(Boolean);
const linesIn = (text: string) =>
  text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean);

/** A number with at most two decimals; the text itself if it is none, which the schema refuses. */
function numberOf(typed: string): unknown {
  const text = typed.trim().replace(/\s*%$/, '');
  return /^\d{1,6}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : typed;
}

function paperFields(text: ReceiptText | undefined): readonly [string, string, string] {
  if (text === undefined) return ['', '', ''];
  if (typeof text === 'string') return [text, '', ''];
  return [text.en, text.nb ?? '', text.de ?? ''];
}

function paperText(...texts: readonly string[]): unknown {
  const [en = '', nb = '', de = ''] = texts.map((text) => text.trim());
  if (nb === '' && de === '') return en;
  return { en, ...member('nb', nb), ...member('de', de) };
}

/** The words of a path, or of the member that it is in: `tips.percents.0` is one of the percentages. */
export function labelOf(path: string, fields: Readonly<Record<string, string>>): string {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const found = fields[parts.slice(0, length).join('.')];
    if (found !== undefined) return found;
  }
  return path;
}
