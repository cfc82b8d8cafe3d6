/** Members of a closed period of a till. */
export const PERIOD_FIELDS: Readonly<Record<string, string>> = {
  close:
    'The line of the close, exactly as the till’s file of the books has it. A close that is too large is folded: it names in `folded` the hash of the close in the books, has fewer rows, and a hash and a signature of its own.',
  continues: 'Hash of the last entry before the period; 64 zeros for the first period.',
  payments: 'What each payment moved in the period, by business day.',
  day: 'Business day of the till.',
  captured: 'What the till booked as captured, without the tip, in minor units.',
  tip: 'What it booked as tip, in minor units.',
  refunded: 'What it booked as refunded, with tips, in minor units.',
  receipts_left_out:
    'Receipts that the till has handed over and that its close does not count, such as `till1-R12`; empty if all is well.',
};
