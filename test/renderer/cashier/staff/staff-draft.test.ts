import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  changeOf,
  finishPin,
  isPinTyped,
  newPerson,
  newPin,
  type StaffDraft,
  typePin,
} from '../../../../renderer/cashier/staff/staff-draft.ts';

/* What a supervisor types for a person, until the till gets it as a change. */

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 4, maxLength: 8 });
const person = newPerson('supervisor');
const BLANK: readonly StaffDraft[] = [
  newPin('s-1'),
  person.kind === 'add' ? { ...person, stage: 'pin', name: 'Kim' } : person,
];
const typed = (pin: string) => () => pin;

it('a PIN is a change only when it was typed twice in the same way', () => {
  fc.assert(
    fc.property(digits, digits, (first, second) => {
      for (const blank of BLANK) {
        if (!('pin' in blank)) throw new Error('this draft has no PIN');
        const once = typePin(blank, typed(first));
        expect([isPinTyped(once), changeOf(once)]).toEqual([true, null]);
        const asked = finishPin(once);
        expect([asked.again, isPinTyped(asked)]).toEqual(['', false]);
        const twice = finishPin(typePin(asked, typed(second)));
        const change = changeOf(twice);
        if (first === second) expect(change).toMatchObject({ pin: first });
        else expect([change, twice]).toMatchObject([null, { pin: '', again: null, differ: true }]);
      }
    }),
  );
});

it('the notice that the PINs differ goes with the first digit', () => {
  const draft = newPin('s-1');
  if (draft.kind !== 'pin') throw new Error('this draft has no PIN');
  const differs = finishPin({ ...draft, pin: '4711', again: '4712' });
  expect(differs.differ).toBe(true);
  expect(typePin(differs, typed('1')).differ).toBe(false);
});
