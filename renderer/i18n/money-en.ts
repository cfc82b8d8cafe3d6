/** Words of the cashier screen for money that is kept, given back, or paid to a machine. */
export const moneyEn = {
  reservedLaterText:
    'Reserved as agreed. You are not paid until you take it; renew it before it ends.',
  reservedPartText: 'Part of it is taken. The rest is still reserved; take it or give it back.',
  renewReservation: 'Keep it three more days',
  stateVending: 'The machine is delivering',
  stateVendingText: 'What comes out is what is taken. Nothing for you to do.',
  stateUndelivered: 'Paid, not delivered',
  stateUndeliveredBackText: 'The money is on its way back. Nothing for you to do.',
  stateUndeliveredPersonText: 'The customer has paid and is missing something. See to it yourself.',
  settleSale: 'It is seen to',
  wordUndelivered: 'Not delivered',
  logPartTaken: 'Part of it is taken',
  logRenewing: 'Renewing the reservation',
  logRenewed: 'Reserved for three more days',
  logVending: 'The machine was told to deliver',
  logVended: 'Delivered',
  logPartlyVended: 'Partly delivered',
  logNotVended: 'Not delivered',
  logVendUnknown: 'The machine does not say whether it delivered',
  logVendedLate: 'Delivered after all, without payment',
  logRefunding: 'Giving it back',
  logRefundRefused: 'It could not be given back',
  logSettled: 'Seen to by a person',
  logReceiptSent: 'The receipt is on the phone',
};

export type MoneyWords = typeof moneyEn;
