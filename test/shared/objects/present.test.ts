import { expect, it } from 'vitest';
import { present } from '../../../shared/objects/present.ts';

const optional = <T>(value: T): T | undefined => value;

it('keeps the members that have a value, in their order', () => {
  const members = { last: 'z', amount: 0, text: '', on: false, none: null, absent: undefined };
  expect(JSON.stringify(present(members))).toBe('{"last":"z","amount":0,"text":"","on":false}');
});

it('leaves a member without a value out, so that it hides no earlier member', () => {
  expect({ label: 'Table 4', ...present({ label: undefined }) }).toEqual({ label: 'Table 4' });
  expect(present({ label: null })).not.toHaveProperty('label');
});

it('gives types with exactly optional members', () => {
  const request: { readonly id: string; readonly label?: string } = {
    ...present({ id: 'a', label: optional('Table 4') }),
  };
  expect(request).toEqual({ id: 'a', label: 'Table 4' });
});
