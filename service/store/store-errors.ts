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

/** The store cannot be opened at all; the message says why and what to do. */
export class StoreNotOpened extends Error {
  override readonly name = 'StoreNotOpened';
}
