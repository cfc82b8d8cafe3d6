/** Words of the customer's display in English. Its shape is the contract for every language. */
export const displayEn = {
  morning: 'Good morning.',
  day: 'Welcome.',
  evening: 'Good evening.',
  how: 'Pay with your phone here.',
  down: 'Paying by phone is down. Ask at the till.',

  slipLabel: 'Your sale',
  toPay: 'To pay',
  sum: 'Sum',
  additional: 'Added amount',

  slipDiscount: 'Discount',
  slipDiscountAll: 'Discount on all',
  slipVat: (rate: string) => `of which VAT ${rate}`,
  soFar: 'Sum so far',
  basketHead: 'Is everything on it?',

  oneMoment: 'One moment.',
  scanHead: 'Scan to pay',
  codeLabel: (amount: string) => `QR code to pay ${amount}`,
  stickerHead: 'Scan the sticker here',
  approveHead: 'Approve on your phone',
  takingHead: 'Approved. One moment.',
  railLabel: 'The way to paid',
  railScan: 'Point the camera at the code',
  railSticker: 'Point the camera at the sticker',
  railApprove: 'Approve on the phone',
  railPaid: 'Paid',
  railDone: 'done',
  railNow: 'now',
  railTodo: 'to come',

  reservedHead: 'Reserved',
  reservedText: 'Nothing is taken yet. The shop takes it later, as agreed.',
  paidHead: 'Paid',
  paidText: 'Thank you. The receipt is on your phone.',
  declinedHead: 'Declined',
  expiredHead: 'Time ran out',
  nothingTaken: 'Nothing was taken. Try again at the till.',
  cancelledHead: 'Cancelled',
  cancelledText: 'Do not approve it on your phone any more.',
  askHead: 'Ask at the till',
  askText: 'The cashier sees where your payment stands.',
};

export type DisplayWords = typeof displayEn;
