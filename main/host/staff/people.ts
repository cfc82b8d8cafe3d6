import type { StaffChange } from '../../../shared/device/staff/person.ts';
import type { Role } from '../../../shared/device/staff/role.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';

/** A person of the staff file. */
export type Person = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** The PIN as a scrypt hash. */
  readonly pin: string;
};

/** A change with its PIN, if any, already hashed. */
export type HashedChange = StaffChange & { readonly hash: string | null; readonly newId: string };

const NO_PERSON = refuseTill('person_gone');

/**
 * The staff after a change, or why it is refused: one supervisor must remain, and no two people may
 * have the same name. Pure.
 */
export function changeStaff(
  people: readonly Person[],
  change: HashedChange,
): Answer<readonly Person[]> {
  const next = apply(people, change);
  if (next === null) return NO_PERSON;
  if (next.length > LIMITS.staffMax) {
    return refuseTill('too_many', `At most ${LIMITS.staffMax} people can work at a till.`);
  }
  if (!haveDifferentNames(next)) {
    return refuseTill('name_taken');
  }
  if (!next.some(({ role }) => role === 'supervisor')) {
    return refuseTill('last_supervisor');
  }
  return answer(next);
}

function apply(people: readonly Person[], change: HashedChange): readonly Person[] | null {
  const { hash, newId } = change;
  if (change.kind === 'add') {
    const { name, role } = change;
    return [...people, { id: newId, name, role, pin: hash ?? '' }];
  }
  if (!people.some(({ id }) => id === change.personId)) return null;
  const edited = (change_: Partial<Person>) =>
    people.map((one) => (one.id === change.personId ? { ...one, ...change_ } : one));
  switch (change.kind) {
    case 'rename':
      return edited({ name: change.name });
    case 'role':
      return edited({ role: change.role });
    case 'pin':
      return edited({ pin: hash ?? '' });
    case 'remove':
      return people.filter(({ id }) => id !== change.personId);
  }
}

/** People select their name on the screen, so two equal names would be ambiguous. */
export function haveDifferentNames(people: readonly Pick<Person, 'name'>[]): boolean {
  const names = people.map(({ name }) => name.toLocaleLowerCase());
  return new Set(names).size === names.length;
}
