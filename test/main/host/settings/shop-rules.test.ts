import { expect, it } from 'vitest';
import { followRules, withRules } from '../../../../main/host/settings/shop-rules.ts';
import type { TillSettings } from '../../../../shared/device/bridge/contract.ts';
import { type ShopRules, shopRules } from '../../../../shared/protocol/shop-rules.ts';

/** A till that was set up with every rule in its own file. */
const OWN: TillSettings = {
  shop: { name: 'Fjord Kaffe', address: null, organisationNumber: null },
  currency: 'NOK',
  locale: 'nb-NO',
  language: 'nb',
  posId: 'kasse-1',
  paidDwellSeconds: 8,
  timeZone: 'UTC',
  discounts: { cashier: 2_000, supervisor: 10_000 },
  tips: { ask: 'phone', percents: [], amounts: [], patience: 20_000 },
  cashRounding: 'never',
  otherTenders: ['Bank card'],
  dayEndsAt: '03:00',
  receiptTexts: { foot: 'Ha en fin dag' },
  membership: true,
  openingHours: { week: { monday: ['08:00-17:00'] } },
  receiptLinks: true,
};

const RULES = shopRules.parse({
  discounts: { cashier: 7.5, supervisor: 50, members: 12.5 },
  tips: { ask: 'display', percents: [5, 12.5], amounts: [2_000] },
  cash_rounding: { step: 50, half: 'down' },
  other_tenders: ['Gift card'],
  day_ends_at: '04:00',
  receipt_texts: { head: { en: 'Welcome', nb: 'Velkommen' } },
  membership: 'never',
  opening_hours: { week: { friday: ['18:00-02:00'] } },
  receipt_links: 'never',
});

it('the catalogue counts before the till’s own settings', () => {
  expect(withRules(OWN, RULES)).toEqual({
    ...OWN,
    discounts: { cashier: 750, supervisor: 5_000, members: 1_250 },
    tips: { ask: 'display', percents: [500, 1_250], amounts: [2_000], patience: 20_000 },
    cashRounding: { step: 50, half: 'down' },
    otherTenders: ['Gift card'],
    dayEndsAt: '04:00',
    receiptTexts: { head: { en: 'Welcome', nb: 'Velkommen' } },
    membership: false,
    openingHours: { week: { friday: ['18:00-02:00'] } },
    receiptLinks: false,
  });
});

it.each(Object.keys(RULES))(
  'a catalogue that decides only %s leaves the rest to the till',
  (name) => {
    const [only] = Object.entries(RULES).filter(([one]) => one === name);
    const rules = shopRules.parse(Object.fromEntries(only === undefined ? [] : [only]));
    const all = Object.entries(withRules(OWN, rules));
    const differs = all.filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(Object(OWN)[key]),
    );
    expect(differs).toHaveLength(1);
  },
);

it('a shop without tips, other tenders and rounding says so', () => {
  const none: ShopRules = {
    tips: { ask: 'nobody' },
    other_tenders: [],
    cash_rounding: 'never',
  };
  const settings = withRules({ ...OWN, cashRounding: { step: 100, half: 'up' } }, none);
  expect(settings).not.toHaveProperty('tips');
  expect(settings).toMatchObject({ otherTenders: [], cashRounding: 'never' });
});

it('the settings are the same object until the rules change', () => {
  let rules: ShopRules = {};
  const settings = followRules(OWN, () => rules);
  const before = settings();
  expect(settings()).toBe(before);
  rules = RULES;
  expect(settings()).not.toBe(before);
  expect(settings().dayEndsAt).toBe('04:00');
});
