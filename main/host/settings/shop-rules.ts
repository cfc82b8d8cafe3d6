import type { z } from 'zod';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { TipSettings } from '../../../shared/device/tips/tips.ts';
import { present } from '../../../shared/objects/present.ts';
import type { ShopRules, tipRules } from '../../../shared/protocol/shop-rules.ts';
import { SECOND } from '../../../shared/time/clock.ts';

/** The members of a till's settings that the catalogue of its shop can decide. */
type RuleSettings = Pick<
  TillSettings,
  | 'discounts'
  | 'returnedDeposits'
  | 'tips'
  | 'cashRounding'
  | 'otherTenders'
  | 'dayEndsAt'
  | 'receiptTexts'
  | 'receiptLinks'
  | 'membership'
  | 'openingHours'
>;

const TIP_SECONDS = 20;

/** Rules as the till uses them. Without tips nobody is asked for one. */
export function ruleSettings(rules: WrittenRules): RuleSettings {
  const { discounts, tips, cash_rounding, other_tenders, day_ends_at } = rules;
  const { returned_deposits: returned } = rules;
  const { receipt_texts, receipt_links, membership, opening_hours } = rules;
  return present({
    discounts: discounts && {
      cashier: Math.round(discounts.cashier * 100),
      supervisor: Math.round(discounts.supervisor * 100),
      ...present({
        members: discounts.members === undefined ? undefined : Math.round(discounts.members * 100),
      }),
    },
    returnedDeposits: returned && {
      pieces: returned.pieces,
      piece: returned.piece,
      bill: returned.bill,
      approvalFrom: returned.approval_from,
    },
    tips: tips && tipSettings(tips),
    cashRounding: cash_rounding,
    otherTenders: other_tenders,
    dayEndsAt: day_ends_at,
    receiptTexts: receipt_texts,
    receiptLinks: receipt_links && receipt_links === 'offered',
    membership: membership && membership === 'asked',
    openingHours: opening_hours,
  });
}

/** As a catalogue or `settings.json` writes them. */
type WrittenRules = { readonly [Name in keyof ShopRules]: ShopRules[Name] | undefined };

/** The till's settings with the rules of its catalogue, which count before its own, each by itself (D-345). */
export function withRules(own: TillSettings, rules: ShopRules): TillSettings {
  const settings = { ...own, ...ruleSettings(rules) };
  if (rules.tips?.ask !== 'nobody') return settings;
  const { tips: _, ...others } = settings;
  return others;
}

/** The till's settings as they are now; the same object until the rules change. */
export function followRules(own: TillSettings, rules: () => ShopRules): () => TillSettings {
  let last: { readonly rules: ShopRules; readonly settings: TillSettings } | null = null;
  return () => {
    const present = rules();
    if (last?.rules !== present) last = { rules: present, settings: withRules(own, present) };
    return last.settings;
  };
}

function tipSettings({
  ask,
  percents = [],
  amounts = [],
  seconds = TIP_SECONDS,
}: z.output<typeof tipRules>): TipSettings | undefined {
  if (ask === 'nobody') return undefined;
  return {
    ask,
    percents: percents.map((value) => Math.round(value * 100)),
    amounts,
    patience: seconds * SECOND,
  };
}
