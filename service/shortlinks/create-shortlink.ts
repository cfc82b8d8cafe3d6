import type { Ids } from '../../shared/ids/ids.ts';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../../shared/protocol/errors.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Store } from '../store/store.ts';

/** Used for an unknown id and for an id of another merchant (D-26). */
export const NO_SHORTLINK = 'There is no shortlink of this id.';

/** A random id is rarely taken; a few draws in a row are never all taken. */
const DRAWS_MAX = 20;

export type CreateShortlinkDeps = {
  readonly store: Pick<Store, 'shortlinks'>;
  readonly ids: Ids;
  readonly clock: Clock;
};

/** The merchant's choices for a new shortlink; null leaves a member out. */
export type ShortlinkChoice = {
  readonly callbackUri: string | null;
  readonly serialNumber: string | null;
  readonly label: string | null;
};

/**
 * Creates a shortlink of a merchant. If the merchant already has a shortlink with this serial
 * number, returns it unchanged (D-149). Refuses a serial number that the service has not issued or
 * that another merchant has.
 */
export async function createShortlink(
  { store, ids, clock }: CreateShortlinkDeps,
  merchantId: string,
  choice: ShortlinkChoice,
): Promise<Answer<{ readonly id: string; readonly created: boolean }>> {
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const id = ids.shortlink();
    const made = await store.shortlinks.create({
      id,
      merchantId,
      ...choice,
      isActive: true,
      created: clock.now(),
    });
    switch (made.kind) {
      case 'created':
        return answer({ id, created: true });
      case 'exists':
        return answer({ id: made.id, created: false });
      case 'serial_unknown': {
        const serial_number = ['is not the serial number of a code that this service has issued'];
        return refuse('validation_error', VALIDATION_SENTENCE, { serial_number });
      }
      case 'serial_taken':
        return refuse('Conflict', 'This serial number belongs to another merchant.');
      case 'id_taken':
    }
  }
  return refuse('Service Unavailable', 'No free id was found; try again.');
}
