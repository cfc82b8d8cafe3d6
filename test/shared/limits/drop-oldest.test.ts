import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dropOldest } from '../../../shared/limits/drop-oldest.ts';

it('keeps the newest entries within the limit, and every entry that may not go', () => {
  const ids = fc.array(fc.record({ id: fc.nat(30), open: fc.boolean() }), { maxLength: 60 });
  fc.assert(
    fc.property(ids, fc.nat(8), (added, limit) => {
      const kept = new Map<number, boolean>();
      for (const { id, open } of added) {
        const before = [...kept].concat(kept.has(id) ? [] : [[id, open]]);
        const surplus = Math.max(0, before.length - limit);
        const gone = before.filter(([, isOpen]) => !isOpen).slice(0, surplus);
        const left = before.filter((entry) => !gone.includes(entry)).map(([key]) => key);
        if (!kept.has(id)) kept.set(id, open);
        dropOldest(kept, limit, (isOpen) => !isOpen);
        expect([...kept.keys()]).toEqual(left);
      }
    }),
  );
});
