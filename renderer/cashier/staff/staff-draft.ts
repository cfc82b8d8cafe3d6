import type { StaffChange } from '../../../shared/device/staff/person.ts';
import { PIN_DIGITS } from '../../../shared/device/staff/pin-lockout.ts';
import type { Role } from '../../../shared/device/staff/role.ts';

/**
 * A new PIN, which nobody sees while it is typed, so it is typed twice. `again`: the second time; null
 * during the first. `differ`: the two were not the same, and the PIN is typed anew.
 */
type TypedPin = {
  readonly pin: string;
  readonly again: string | null;
  readonly differ: boolean;
};

const NO_PIN: TypedPin = { pin: '', again: null, differ: false };

/** A change to the staff that a supervisor is preparing. Null members are not typed yet. */
export type StaffDraft =
  | ({
      readonly kind: 'add';
      readonly stage: 'code' | 'name' | 'pin';
      /** The code for the first supervisor; null if none is needed. */
      readonly code: string | null;
      readonly name: string;
      readonly role: Role;
    } & TypedPin)
  | { readonly kind: 'rename'; readonly personId: string; readonly name: string }
  | ({ readonly kind: 'pin'; readonly personId: string } & TypedPin)
  | { readonly kind: 'remove'; readonly personId: string };

export const NAME_MAX = 40;

/** Number of digits of the code that the till prints at start. */
export const CODE_DIGITS = 8;

export function newPerson(role: Role, code: 'asked' | 'none' = 'none'): StaffDraft {
  const blank = { kind: 'add', name: '', role, pin: '', again: null, differ: false } as const;
  return code === 'asked'
    ? { ...blank, stage: 'code', code: '' }
    : { ...blank, stage: 'name', code: null };
}

/** The change for the host; null while a value is missing. */
export function changeOf(draft: StaffDraft): StaffChange | null {
  switch (draft.kind) {
    case 'add': {
      const { name, role, pin } = draft;
      const whole = name.trim() !== '' && draft.stage === 'pin' && isRepeated(draft);
      return whole ? { kind: 'add', name: name.trim(), role, pin } : null;
    }
    case 'rename': {
      const name = draft.name.trim();
      return name === '' ? null : { kind: 'rename', personId: draft.personId, name };
    }
    case 'pin': {
      const { personId, pin } = draft;
      return isRepeated(draft) ? { kind: 'pin', personId, pin } : null;
    }
    case 'remove':
      return { kind: 'remove', personId: draft.personId };
  }
}

function isRepeated({ pin, again }: TypedPin): boolean {
  return pin.length >= PIN_DIGITS.min && again === pin;
}

/** The draft for a new PIN of this person. */
export function newPin(personId: string): StaffDraft {
  return { kind: 'pin', personId, ...NO_PIN };
}

/** The same draft with nothing typed of its PIN. */
export function withoutPin<D extends TypedPin>(draft: D): D {
  return { ...draft, ...NO_PIN };
}

/** Types a digit of the PIN, or of its repeat. */
export function typePin<D extends TypedPin>(draft: D, type: (digits: string) => string): D {
  const { pin, again } = draft;
  return again === null
    ? { ...draft, pin: type(pin), differ: false }
    : { ...draft, again: type(again) };
}

/** True if the typed digits can be finished: the PIN is long enough, or its repeat is. */
export function isPinTyped({ pin, again }: TypedPin): boolean {
  return (again ?? pin).length >= PIN_DIGITS.min;
}

/** Finishes the PIN: asks for the repeat. Finishes the repeat: if it differs, the PIN is typed anew. */
export function finishPin<D extends TypedPin>(draft: D): D {
  if (draft.again === null) return { ...draft, again: '', differ: false };
  return isRepeated(draft) ? draft : { ...withoutPin(draft), differ: true };
}
