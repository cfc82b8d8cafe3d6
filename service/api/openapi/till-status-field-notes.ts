/** Members of what a till says of itself. */
export const TILL_STATUS_FIELDS: Readonly<Record<string, string>> = {
  'tillStatusPut.version': 'Version of the till program.',
  clock: 'Time of day of the till, UTC. The portal shows how far it is from that of the service.',
  screen:
    '`idle`, `in_sale`, `locked`, `error`, or `off` when the program is ended in order: then silence is no alert.',
  printer: '`none`, `ready`, `waiting` while pages wait, or `failed`.',
  disk_free_bytes: 'Free bytes of the disk with the journal; null if the till cannot find out.',
  journal_bytes: 'Size of the journal.',
  unsent: 'Sales and closed periods whose end the service does not have yet.',
  open_bills: 'Open bills of the till.',
  fiscal:
    'The fiscal device: `ready`, or `failed` if it does not answer or is full. A till without one leaves it out.',
  close_waiting:
    'Number of the Z report that the service does not take; left out if there is none.',
  receipts_refused:
    'Receipts that the service has refused and that nobody at the till has seen; left out if there are none.',
};
