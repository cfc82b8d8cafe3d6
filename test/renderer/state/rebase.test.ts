import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rebase } from '../../../renderer/state/rebase.ts';

const fields = fc.record({
  name: fc.constantFrom('', 'a', 'b', 'c'),
  price: fc.constantFrom('1', '2', '3'),
  options: fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
});

it('keeps all that the person has typed, takes the rest, and names what both have changed', () => {
  fc.assert(
    fc.property(fields, fields, fields, (base, typed, next) => {
      const { draft, theirs } = rebase({ base, typed }, next);
      expect(draft.base).toEqual(next);
      for (const name of ['name', 'price', 'options'] as const) {
        const [was, mine, now] = [base[name], typed[name], next[name]].map((one) =>
          JSON.stringify(one),
        );
        const touched = was !== mine;
        expect(draft.typed[name]).toEqual(touched ? typed[name] : next[name]);
        const isTheirs = touched && was !== now && mine !== now;
        expect(theirs[name]).toEqual(isTheirs ? next[name] : undefined);
      }
    }),
  );
});
