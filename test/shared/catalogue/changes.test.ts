import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideChanges, NO_CATALOGUE } from '../../../shared/catalogue/changes.ts';
import { sentenceOf } from '../../../shared/catalogue/differences.ts';
import { type CatalogueChange, catalogueChange } from '../../../shared/protocol/catalogue.ts';
import {
  type CatalogueDocument,
  catalogueDocument,
} from '../../../shared/protocol/catalogue-document.ts';

const document: CatalogueDocument = catalogueDocument.parse({
  categories: [
    { id: 'hot', name: { en: 'Hot', nb: 'Varmt' } },
    { id: 'food', name: 'Food' },
  ],
  option_groups: [{ id: 'milk', name: 'Milk', options: [{ id: 'oat', name: 'Oat' }] }],
  products: [
    { id: 'latte', category: 'hot', name: 'Latte', price: 5_200, options: ['milk'] },
    { id: 'bun', category: 'food', name: { en: 'Bun', nb: 'Bolle' }, price: 4_500 },
    { id: 'cake', name: 'Cake', price: 'open' },
  ],
});
const state = { version: 7, document };

const change = (input: object): CatalogueChange => catalogueChange.parse(input);

const ids = fc.constantFrom('latte', 'bun', 'cake', 'tea');
const anyChange = fc.oneof(
  fc.record({ kind: fc.constant('set_price'), id: ids, price: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant('set_sold_out'), id: ids, sold_out: fc.boolean() }),
  fc.record({ kind: fc.constant('remove_product'), id: ids }),
  fc.record({
    kind: fc.constant('move'),
    list: fc.constant('products'),
    id: ids,
    before: fc.option(ids),
  }),
  fc.record({
    kind: fc.constant('put_product'),
    product: fc.record({ id: ids, name: fc.constantFrom('A', 'B'), price: fc.constant('open') }),
  }),
  fc.record({ kind: fc.constant('remove_category'), id: fc.constantFrom('hot', 'food', 'cold') }),
  fc.record({ kind: fc.constant('remove_option_group'), id: fc.constantFrom('milk', 'size') }),
  fc.record({
    kind: fc.constant('set_rules'),
    rules: fc.record(
      {
        tips: fc.constantFrom({ ask: 'nobody' }, { ask: 'display', percents: [5, 10] }),
        other_tenders: fc.constantFrom([], ['Gift card']),
        day_ends_at: fc.constantFrom('04:00', '05:00'),
        opening_hours: fc.constantFrom(
          { week: {} },
          { week: { monday: ['08:00-17:00'] } },
          { week: {}, exceptions: [{ date: '2026-12-24', open: [] }] },
        ),
      },
      { requiredKeys: [] },
    ),
  }),
);

const decided = (input: object, seen = 7) => decideChanges(state, seen, [change(input)]);

describe('changes of a catalogue', () => {
  it('change the price of one product and say so', () => {
    const done = decided({ kind: 'set_price', id: 'bun', price: 4_700 });
    if (!done.ok) throw new Error(done.refusal.description);
    expect(done.value.state.version).toBe(8);
    expect(done.value.state.document.products.map(({ price }) => price)).toEqual([
      5_200,
      4_700,
      'open',
    ]);
    const euro = (minor: number) => (minor / 100).toFixed(2);
    expect(done.value.differences.map((one) => sentenceOf(one, euro))).toEqual([
      'Product “Bun” (bun): price changes from 45.00 to 47.00.',
    ]);
  });

  it('keep the products of a removed category and of a removed group of options', () => {
    const changes = [
      change({ kind: 'remove_category', id: 'hot' }),
      change({ kind: 'remove_option_group', id: 'milk' }),
    ];
    const done = decideChanges(state, 7, changes);
    if (!done.ok) throw new Error(done.refusal.description);
    expect(done.value.state.document.products[0]).toEqual({
      id: 'latte',
      name: 'Latte',
      price: 5_200,
    });
  });

  it('place an entry before another one, or at the end', () => {
    const order = (before: string | null) => {
      const done = decided({ kind: 'move', list: 'products', id: 'bun', before });
      return done.ok ? done.value.state.document.products.map(({ id }) => id) : done.refusal.type;
    };
    expect(order('latte')).toEqual(['bun', 'latte', 'cake']);
    expect(order(null)).toEqual(['latte', 'cake', 'bun']);
    expect(order('bun')).toEqual(['latte', 'bun', 'cake']);
    expect(order('tea')).toBe('Not Found');
  });

  it('are refused as a whole if the result is no valid catalogue', () => {
    const changes = [
      change({ kind: 'set_price', id: 'bun', price: 1 }),
      change({ kind: 'put_product', product: { id: 'x', name: 'X', price: 1, category: 'none' } }),
    ];
    const done = decideChanges(state, 7, changes);
    expect(done).toMatchObject({
      ok: false,
      refusal: {
        type: 'validation_error',
        details: { 'products.3.category': ['names no category of this file'] },
      },
    });
  });

  it('are refused on an older version, which the refusal names', () => {
    const done = decided({ kind: 'set_price', id: 'bun', price: 1 }, 6);
    expect(done).toMatchObject({
      ok: false,
      refusal: { type: 'Conflict', details: { version: 7 } },
    });
  });

  it('of an entry that somebody else removed are refused as changes of an older version', () => {
    expect(decided({ kind: 'set_price', id: 'tea', price: 1 }, 6)).toMatchObject({
      refusal: { type: 'Conflict' },
    });
    expect(decided({ kind: 'set_price', id: 'tea', price: 1 })).toMatchObject({
      refusal: { type: 'Not Found' },
    });
  });

  it('start a catalogue from nothing', () => {
    const done = decideChanges(NO_CATALOGUE, 0, [{ kind: 'replace', catalogue: document }]);
    expect(done).toMatchObject({ ok: true, value: { state: { version: 1, document } } });
  });

  it('of the opening hours are named by their days, and closed on every day is not the same as no hours', () => {
    const made = decided({ kind: 'set_rules', rules: { opening_hours: { week: {} } } });
    if (!made.ok) throw new Error(made.refusal.description);
    const sentences = (hours: object) => {
      const next = change({ kind: 'set_rules', rules: { opening_hours: hours } });
      const done = decideChanges(made.value.state, 8, [next]);
      if (!done.ok) throw new Error(done.refusal.description);
      return done.value.differences.map((one) => sentenceOf(one, String));
    };
    expect(made.value.differences).toHaveLength(1);
    const exceptions = [
      { date: '2026-12-24', open: ['08:00-13:00'] },
      { date: '2026-12-25', open: [] },
    ];
    expect(sentences({ week: { monday: ['08:00-12:00', '13:00-17:00'] }, exceptions })).toEqual([
      'Rules of the shop: opening_hours.week.monday changes from nothing to 08:00-12:00, 13:00-17:00.',
      'Rules of the shop: opening_hours.exceptions changes from nothing to 2026-12-24 08:00-13:00, 2026-12-25 none.',
      'Rules of the shop: opening_hours.week changes from none to nothing.',
    ]);
  });

  it('of other tenders are seen whatever the names have in them', () => {
    const name = fc.constantFrom('a', 'b', 'a, b', 'none', '"a"', '"a, b"');
    const names = fc.uniqueArray(name, { maxLength: 3 });
    const tenders = (list: readonly string[]) =>
      change({ kind: 'set_rules', rules: { other_tenders: list } });
    fc.assert(
      fc.property(names, names, (before, after) => {
        const made = decided(tenders(before));
        if (!made.ok) throw new Error(made.refusal.description);
        const next = decideChanges(made.value.state, 8, [tenders(after)]);
        const isSame = JSON.stringify(before) === JSON.stringify(after);
        expect(next.ok && next.value.differences.length).toBe(isSame ? 0 : 1);
      }),
    );
  });

  it('of the rules of the shop are named one by one, and no rules remove all of them', () => {
    const rules = {
      discounts: { cashier: 20, supervisor: 50 },
      tips: { ask: 'display', percents: [5, 10], amounts: [1_000, 2_000] },
      other_tenders: [],
      receipt_texts: { foot: { en: 'Bye', nb: 'Ha det' } },
    };
    const made = decided({ kind: 'set_rules', rules });
    if (!made.ok) throw new Error(made.refusal.description);
    expect(made.value.state.document).toEqual({ ...document, rules });
    const after = { discounts: { cashier: 15, supervisor: 50 }, tips: rules.tips };
    const sum = (minor: number) => (minor / 100).toFixed(2);
    const sentences = (next: object) => {
      const changed = change({ kind: 'set_rules', rules: next });
      const done = decideChanges(made.value.state, 8, [changed]);
      if (!done.ok) throw new Error(done.refusal.description);
      return done.value.differences.map((one) => sentenceOf(one, sum));
    };
    expect(sentences(after)).toEqual([
      'Rules of the shop: discounts.cashier changes from 20 to 15.',
      'Rules of the shop: other_tenders changes from none to nothing.',
      'Rules of the shop: receipt_texts.foot.en changes from Bye to nothing.',
      'Rules of the shop: receipt_texts.foot.nb changes from Ha det to nothing.',
    ]);
    expect(sentences({ ...rules, tips: { ask: 'display', amounts: [500] } })).toEqual([
      'Rules of the shop: tips.amounts changes from 10.00, 20.00 to 5.00.',
      'Rules of the shop: tips.percents changes from 5, 10 to nothing.',
    ]);
    const none = decideChanges(made.value.state, 8, [change({ kind: 'set_rules', rules: {} })]);
    expect(none).toMatchObject({ ok: true, value: { state: { document } } });
  });

  it('that came twice are made once, whichever version the second one names', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1, maxLength: 1 }), (inputs) => {
        const changes = inputs.map(change);
        const first = decideChanges(state, 7, changes);
        if (!first.ok) return;
        const again = decideChanges(first.value.state, 7, changes);
        expect(again).toEqual({
          ok: true,
          value: { state: first.value.state, differences: [] },
        });
      }),
    );
  });

  it('give a new version exactly if a difference is named', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1, maxLength: 4 }), (inputs) => {
        const done = decideChanges(state, 7, inputs.map(change));
        if (!done.ok) return;
        const { differences, state: next } = done.value;
        expect(next.version).toBe(differences.length === 0 ? 7 : 8);
        if (differences.length > 0) expect(next.document).not.toEqual(document);
      }),
    );
  });
});
