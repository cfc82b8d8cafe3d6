import type { PersonView } from '../../../shared/device/bridge/back-office.ts';
import type { StaffChange } from '../../../shared/device/staff/person.ts';
import type { Ids, RandomBytes } from '../../../shared/ids/ids.ts';
import { hashSecret } from '../../../shared/node/password-hash.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { type DeviceClock, instantOf, SECOND } from '../../../shared/time/clock.ts';
import type { SmallFiles } from '../adapters/small-files.ts';
import { changeStaff, type Person } from './people.ts';
import { createPinGuards } from './pin-guard.ts';
import { readStaff, writeStaff } from './staff-file.ts';

export type RosterDeps = {
  /** `nobody`: the till has no screen at which somebody could sign in, so it has no staff. */
  readonly staff: 'here' | 'nobody';
  /** The till's data directory. */
  readonly directory: string;
  readonly files: SmallFiles;
  readonly clock: DeviceClock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  /** Called after every change of the view. */
  readonly changed: () => void;
};

/** The staff of this till and the check of their PINs. */
export interface Roster {
  people(): readonly Person[];
  view(): readonly PersonView[];
  /** The person if the PIN is right; refusals name the reason in `details.reason`. */
  identify(personId: string, pin: string): Promise<Answer<Person>>;
  /**
   * Makes a change and returns the person's id. `settle` runs after the change and before any
   * listener, so that no screen sees an intermediate state.
   */
  change(
    change: StaffChange,
    settle?: (id: string) => void,
  ): Promise<Answer<{ readonly id: string }>>;
}

/** Throws `StartError` for a staff file that is damaged. */
export function createRoster(deps: RosterDeps): Roster {
  const { directory, files, clock, ids, random, changed } = deps;
  const pads = createPinGuards(directory, files, clock, changed);
  let people = deps.staff === 'nobody' ? [] : readStaff(directory, files);
  let last: Promise<unknown> = Promise.resolve();
  const find = (id: string) => people.find((one) => one.id === id) ?? null;

  async function identify(personId: string, pin: string): Promise<Answer<Person>> {
    const before = find(personId);
    if (before === null) return refuseTill('person_gone');
    const result = await pads.of(personId).check(pin, before.pin);
    changed();
    const person = find(personId);
    // The PIN may have changed during the check.
    if (result.kind === 'right' && person?.pin === before.pin) return answer(person);
    const { secondsLocked } = result.kind === 'right' ? { secondsLocked: 0 } : result;
    if (result.kind === 'locked') {
      const wait = `Too many wrong PINs. Wait ${secondsLocked} seconds.`;
      return refuseTill('locked_out', wait);
    }
    return refuseTill('wrong_pin');
  }

  async function changeNow(
    change: StaffChange,
    settle: (id: string) => void,
  ): Promise<Answer<{ readonly id: string }>> {
    const newId = `s-${ids.short()}`;
    const hash = 'pin' in change ? await hashSecret(change.pin, random) : null;
    const next = changeStaff(people, { ...change, hash, newId });
    if (!next.ok) return next;
    try {
      writeStaff(directory, files, next.value);
    } catch {
      return refuseTill('staff_not_saved');
    }
    people = next.value;
    const id = change.kind === 'add' ? newId : change.personId;
    if (change.kind === 'pin' || change.kind === 'remove') pads.forget(id);
    settle(id);
    changed();
    return answer({ id });
  }

  return {
    people: () => people,
    view: () => people.map(({ id, name, role }) => ({ id, name, role, ...lockOf(id) })),
    identify,
    // One after the other, because each change builds on the previous one.
    change(change, settle = () => undefined) {
      const done = last.then(() => changeNow(change, settle));
      last = done.catch(() => undefined);
      return done;
    },
  };

  function lockOf(id: string): Pick<PersonView, 'lockedUntil'> {
    const seconds = pads.of(id).secondsLocked();
    return { lockedUntil: seconds === 0 ? null : instantOf(clock.now()) + seconds * SECOND };
  }
}
