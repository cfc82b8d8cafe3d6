import type { StaffChange } from '../../../shared/staff/person.ts';
import { PIN_DIGITS } from '../../../shared/staff/pin-lockout.ts';
import type { Role } from '../../../shared/staff/role.ts';

/** A change to the staff that a supervisor is preparing. Null members are not typed yet. */
export type StaffDraft =
  | {
      readonly kind: 'add';
      readonly stage: 'code' | 'name' | 'pin';
      /** The code for the first supervisor; null if none is needed. */
      readonly code: string | null;
      readonly name: string;
      readonly role: Role;
      readonly pin: string;
    }
  | { readonly kind: 'rename'; readonly personId: string; readonly name: string }
  | { readonly kind: 'pin'; readonly personId: string; readonly pin: string }
  | { readonly kind: 'remove'; readonly personId: string };

export const NAME_MAX = 40;

/** Number of digits of the code that the till prints at start. */
export const CODE_DIGITS = 8;

export function newPerson(role: Role, code: 'asked' | 'none' = 'none'): StaffDraft {
  const blank = { kind: 'add', name: '', role, pin: '' } as const;
  return code === 'asked'
    ? { ...blank, stage: 'code', code: '' }
    : { ...blank, stage: 'name', code: null };
}

/** The change for the host; null while a value is missing. */
export function changeOf(draft: StaffDraft): StaffChange | null {
  switch (draft.kind) {
    case 'add': {
      const { name, role, pin } = draft;
      const whole = name.trim() !== '' && pin.length >= PIN_DIGITS.min && draft.stage === 'pin';
      return whole ? { kind: 'add', name: name.trim(), role, pin } : null;
    }
    case 'rename': {
      const name = draft.name.trim();
      return name === '' ? null : { kind: 'rename', personId: draft.personId, name };
    }
    case 'pin': {
      const { personId, pin } = draft;
      return pin.length < PIN_DIGITS.min ? null : { kind: 'pin', personId, pin };
    }
    case 'remove':
      return { kind: 'remove', personId: draft.personId };
  }
}
