/** What is used of the most that may be. */
type Used = { readonly used: string; readonly most: string };

/** Words of the merchant portal for what its tills say of themselves. */
export const fleetEn = {
  head: 'Status',
  search: 'Name or ID',
  needy: 'Needs attention',
  empty: 'No till has reported yet. A till reports as soon as it runs.',
  none: 'No till matches.',
  seen: 'Last seen',
  program: 'Program',
  catalogue: 'Items',
  ownItems: 'Its own file',
  itemsOf: (version: string) => `Version ${version}`,
  itemsBehind: (version: string, newest: string) => `Version ${version}, newest ${newest}`,
  screen: 'Screen',
  screens: {
    idle: 'Ready',
    in_sale: 'In a sale',
    locked: 'Locked',
    error: 'Cannot sell',
    off: 'Switched off',
  },
  printer: 'Printer',
  printers: {
    none: 'None',
    ready: 'Ready',
    waiting: 'Pages are waiting',
    failed: 'Does not print',
  },
  fiscal: 'Fiscal device',
  fiscals: { ready: 'Works', failed: 'Does not work' },
  disk: 'Free disk space',
  unknown: 'Unknown',
  journal: 'Saved sales',
  unsent: 'Not finished at the service',
  bills: 'Open bills',
  clock: 'Clock',
  clockRight: 'Right',
  ahead: (time: string) => `${time} ahead`,
  behind: (time: string) => `${time} behind`,
  attentions: {
    silent: 'Silent',
    error: 'Cannot sell',
    fiscal: 'Fiscal device',
    books: 'Receipts missing',
    closes: 'Z report waits',
    receipts: 'Receipts refused',
    printer: 'Does not print',
    disk: 'Disk nearly full',
    clock: 'Wrong clock',
    catalogue: 'Items refused',
  },
  advice: {
    silent: 'The service does not hear from this till. Check its power and its network.',
    error: 'Its disk is full, so it starts no new sale. Make room on the disk.',
    fiscal:
      'Its fiscal device does not answer or is full. Check the device. The till says whether it still sells.',
    books:
      'Receipts that this till handed over are missing in its Z report: somebody removed them from its books. The page Closed days names them.',
    closes:
      'The service does not take this Z report, and later ones wait. Update the service if it is older than the till, or call support.',
    receipts:
      'The service refused receipts, so they have no link. Print one if its customer asks. Troubleshooting at the till names them, and a supervisor marks them there as seen.',
    printer: 'A page was not printed. Check the printer, then print it again at the till.',
    disk: 'Less than 500 MB are free. Remove what the till does not need.',
    clock: 'Its clock is wrong by a minute or more. Set it.',
    catalogue:
      'It refused the newest items, so it sells at old prices. Install the newest program on it. The page Items says since when, and why.',
  },
  forget: 'Remove from the list',
  forgetHead: (name: string) => `Remove ${name} from the list?`,
  forgetText: 'For a till that is not used any more. One that reports is listed again.',
  alerts: 'Alerts',
  alertText: 'A till that nobody hears is an alert. One that was switched off in order is not.',
  alertMinutes: 'Minutes without a report',
  alertMinutesHint: (from: string, to: string) => `From ${from} to ${to}.`,
  alertToHint: 'Gets a signed message when a till goes silent, and when it is back. May be empty.',
  alertWrong: 'Enter whole minutes and an address that begins with https://, or none.',
  alertSaved: 'Saved.',
  room: 'Room',
  roomText:
    'How much this shop has used of what it may. Pictures are counted in all, everything else within a day.',
  rooms: {
    payments: 'Payments within a day',
    receipts: 'Receipts within a day',
    attachments: 'Attachments within a day',
    periods: 'Z reports within a day',
    pictures: 'Pictures of items',
  },
  roomUsed: (pieces: Used, bytes: Used) =>
    `${pieces.used} of ${pieces.most}; ${bytes.used} of ${bytes.most}`,
  roomFull: (kind: string) => `${kind}: full.`,
  roomAdvice: {
    payments:
      'New payments are refused until room becomes free, a little each minute. Somebody makes far more payments than a shop does: look at your programs and users.',
    receipts:
      'The tills keep their receipts and hand them over later; until then a receipt has no link. Look for a till or a program that repeats itself.',
    attachments:
      'New attachments are refused until room becomes free, a little each minute. Look for a program that repeats itself.',
    periods:
      'The tills keep their Z reports and hand them over later. Look for a till or a program that repeats itself.',
    pictures:
      'Take pictures off items. A picture is removed a day after the last kept version that used it.',
  },
  save: 'Save',
};

/** The contract for every other language. */
export type FleetWords = typeof fleetEn;
