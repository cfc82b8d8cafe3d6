import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyChanges } from '../../../shared/catalogue/changes.ts';
import { type KeyMove, orderedBy, withMove } from '../../../shared/catalogue/moves.ts';
import { catalogueDocument } from '../../../shared/protocol/catalogue-document.ts';

const IDS = ['a', 'b', 'c', 'd', 'e'];
const move = fc.record<KeyMove>({
  list: fc.constantFrom('categories', 'products'),
  id: fc.constantFrom(...IDS),
  followers: fc.shuffledSubarray(IDS),
});
const moves = fc
  .array(move, { maxLength: 8 })
  .map((all) =>
    all.map((one) => ({ ...one, followers: one.followers.filter((id) => id !== one.id) })),
  );
const documentOf = (categories: readonly string[], products: readonly string[]) =>
  catalogueDocument.parse({
    categories: categories.map((one) => ({ id: one, name: one })),
    products: products.map((one) => ({ id: one, name: one, price: 1 })),
  });
const idsOf = (list: readonly { readonly id: string }[]) => list.map((one) => one.id);

it('moves are made in the order that the person saw, also if somebody has removed entries meanwhile', () => {
  const left = fc.subarray(IDS, { minLength: 1 });
  fc.assert(
    fc.property(left, left, moves, (categories, products, made) => {
      const present = documentOf(categories, products);
      const ordered = orderedBy(present, made);
      const sent = applyChanges(present, ordered.changes);
      if (!sent.ok) throw new Error(sent.refusal.description);
      expect(idsOf(sent.value.products)).toEqual(idsOf(ordered.catalogue.products));
      expect(idsOf(sent.value.categories)).toEqual(idsOf(ordered.catalogue.categories));
      expect(idsOf(ordered.catalogue.products).toSorted()).toEqual([...products].toSorted());
    }),
  );
});

it('an entry that was moved stays before what followed it, whatever somebody else removes or adds', () => {
  const world = fc.record({
    from: fc.constantFrom(...IDS),
    to: fc.nat({ max: IDS.length - 1 }),
    left: fc.subarray(IDS),
    added: fc.nat({ max: IDS.length }),
  });
  fc.assert(
    fc.property(world, ({ from, to, left, added }) => {
      const followers = IDS.filter((one) => one !== from).slice(to);
      const others = IDS.filter((one) => one === from || left.includes(one));
      const present = documentOf([], others.toSpliced(added, 0, 'new'));
      const { catalogue } = orderedBy(present, [{ list: 'products', id: from, followers }]);
      const order = idsOf(catalogue.products);
      const behind = order.slice(order.indexOf(from) + 1);
      expect(IDS.filter((one) => behind.includes(one))).toEqual(
        followers.filter((one) => others.includes(one)),
      );
    }),
  );
});

it('two moves of one entry after each other are one, and give the same order', () => {
  const whole = documentOf(IDS, IDS);
  fc.assert(
    fc.property(moves, (made) => {
      const kept = made.reduce<readonly KeyMove[]>(withMove, []);
      const pairs = kept.slice(1).map((one, at) => [kept[at], one] as const);
      expect(pairs.filter(([a, b]) => a?.id === b.id && a?.list === b.list)).toEqual([]);
      expect(orderedBy(whole, kept).catalogue).toEqual(orderedBy(whole, made).catalogue);
    }),
  );
});
