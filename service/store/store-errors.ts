/** Too many writes are waiting for a commit; the caller may try again in a moment (503). */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
  constructor() {
    super('too many writes are waiting');
  }
}

/** The store cannot write now, for example because the disk is full; nothing was written (503). */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** A newer version has changed the data, so this process may not use the store any more (503). */
export class StoreTooNew extends StoreUnavailable {}

/** The store gave no answer in time; it is unknown whether anything was written (503). */
export class StoreSilent extends StoreUnavailable {}

/** No connection to the store came free in time (503). */
export class StoreCrowded extends StoreBusy {}

/** True if an error came after a long wait, so that work that waited behind it is refused too. */
export function hasWaited(error: unknown): boolean {
  return error instanceof StoreSilent || error instanceof StoreCrowded;
}

/** The store cannot be opened at all; the message says why and what to do. */
export class StoreNotOpened extends Error {
  override readonly name = 'StoreNotOpened';
}
