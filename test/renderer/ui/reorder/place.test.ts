import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Box,
  beforeOf,
  columnsOf,
  placeAt,
  placeByKey,
} from '../../../../renderer/ui/reorder/place.ts';
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

const SIZE = { width: 100, height: 60 };
const GAP = 10;

/** Entries in rows, in the direction in which they are read. */
function boxesIn(columns: number, count: number, rtl: boolean): readonly Box[] {
  return Array.from({ length: count }, (_, at) => {
    const column = at % columns;
    const left = (rtl ? columns - 1 - column : column) * (SIZE.width + GAP);
    return { ...SIZE, left, top: Math.floor(at / columns) * (SIZE.height + GAP) };
  });
}

const rows = fc.record({
  columns: fc.integer({ min: 1, max: 6 }),
  count: fc.integer({ min: 1, max: 20 }),
  rtl: fc.boolean(),
});

describe('entries in rows and lists', () => {
  it('take one that is dropped on the first half of an entry before it, and on the other half after it', () => {
    const drop = fc.record({ rows, at: fc.nat({ max: 19 }), half: fc.constantFrom(0, 1) });
    fc.assert(
      fc.property(drop, ({ rows: { columns, count, rtl }, at, half }) => {
        const boxes = boxesIn(columns, count, rtl);
        const place = at % count;
        const { left, top } = boxes[place] ?? { left: 0, top: 0 };
        const isList = columnsOf(boxes) === 1;
        const far = half === (isList || !rtl ? 1 : 0) ? 0.8 : 0.2;
        const x = left + SIZE.width * (isList ? 0.5 : far);
        const y = top + SIZE.height * (isList ? far : 0.5);
        expect(placeAt(boxes, x, y, { columns: columnsOf(boxes), rtl })).toBe(place + half);
      }),
    );
  });

  it('are numbered by the pointer from the first to the last, wherever it is', () => {
    const point = fc.record({ rows, x: fc.integer({ min: -200, max: 900 }), y: fc.integer() });
    fc.assert(
      fc.property(point, ({ rows: { columns, count, rtl }, x, y }) => {
        const place = placeAt(boxesIn(columns, count, rtl), x, y, { columns, rtl });
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(count);
      }),
    );
  });

  it('are moved by a key to the entry that lies there, and stay in the list', () => {
    const key = fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight');
    fc.assert(
      fc.property(rows, fc.nat({ max: 19 }), key, ({ columns, count, rtl }, from, pressed) => {
        const boxes = boxesIn(columns, count, rtl);
        const at = from % count;
        const to = placeByKey(pressed, at, count, { columns, rtl });
        if (columns === 1 && (pressed === 'ArrowLeft' || pressed === 'ArrowRight')) {
          expect(to).toBeNull();
          return;
        }
        if (to === null) throw new Error(`${pressed} moves nothing`);
        const [here, there] = [boxes[at], boxes[to]];
        if (here === undefined || there === undefined) throw new Error('it left the list');
        if (pressed === 'ArrowUp') expect(there.top).toBeLessThanOrEqual(here.top);
        if (pressed === 'ArrowDown') expect(there.top).toBeGreaterThanOrEqual(here.top);
        const isSide = pressed === 'ArrowLeft' || pressed === 'ArrowRight';
        if (isSide && there.top === here.top && to !== at) {
          expect(there.left > here.left).toBe(pressed === 'ArrowRight');
        }
      }),
    );
  });

  it.each([
    ['ArrowDown', 0, 4],
    ['ArrowDown', 3, 6],
    ['ArrowDown', 5, 5],
    ['ArrowUp', 5, 1],
    ['ArrowUp', 2, 2],
    ['ArrowRight', 6, 6],
    ['ArrowLeft', 4, 3],
    ['Home', 5, 0],
    ['End', 0, 6],
    ['Enter', 3, null],
  ])('seven in rows of four: %s moves number %i to %s', (key, at, to) => {
    expect(placeByKey(key, at, 7, { columns: 4, rtl: false })).toBe(to);
  });
});
