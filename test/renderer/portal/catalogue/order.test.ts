import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beforeOf } from '../../../../renderer/portal/catalogue/order.ts';
import { applyChanges } from '../../../../shared/catalogue/changes.ts';
import { catalogueDocument } from '../../../../shared/protocol/catalogue-document.ts';

const ALL = ['a', 'b', 'c', 'd', 'e', 'f'];

it('an entry gets the place among the shown ones to which it was moved, and the others keep theirs', () => {
  const some = fc.subarray(ALL, { minLength: 1 });
  const moves = some.chain((shown) =>
    fc.record({
      shown: fc.constant(shown),
      id: fc.constantFrom(...shown),
      to: fc.nat({ max: shown.length - 1 }),
    }),
  );
  fc.assert(
    fc.property(moves, ({ shown, id, to }) => {
      const products = ALL.map((one) => ({ id: one, name: one, price: 1 }));
      const document = catalogueDocument.parse({ categories: [], products });
      const before = beforeOf(ALL, shown, id, to);
      const moved = applyChanges(document, [{ kind: 'move', list: 'products', id, before }]);
      if (!moved.ok) throw new Error(moved.refusal.description);
      const order = moved.value.products.map((one) => one.id);
      const seen = order.filter((one) => shown.includes(one));
      expect(seen.indexOf(id)).toBe(to);
      expect(order.filter((one) => one !== id)).toEqual(ALL.filter((one) => one !== id));
    }),
  );
});
