/** Words of a question to the customer, on every screen that can ask one. */
export const questionEn = {
  tipHead: 'Add a tip?',
  purchase: (price: string) => `Your purchase: ${price}`,
  memberHead: 'Your membership number?',
  receiptEmailHead: 'Your e-mail address for the receipt?',
  tipNone: 'No tip',
  yes: 'Yes',
  no: 'No',
  none: 'No, thank you',
  done: 'Done',
  /** Before the seconds that are left. */
  continues: 'Continues in',
  numberLabel: 'Your answer',
  textLabel: 'Your answer',
  emailLabel: 'Your e-mail address',
  between: (least: string, most: string) => `From ${least} to ${most}`,
  emailHint: 'For example name@example.com',
  notTaken: 'That did not work. Ask at the till.',
  thanks: 'Thank you',
  keypad: 'Keypad',
  keyClear: 'Clear entry',
  keyBackspace: 'Delete last digit',
  letters: 'Letters and numbers',
  space: 'Space',
  shift: 'Capital letters',
  deleteLetter: 'Delete last character',
};

/** The contract for every other language. */
export type QuestionWords = typeof questionEn;
