/** The reasons that a person chooses, in English. The books keep the chosen one in the shop's language. */
export const reasonsEn = {
  discountReasons: {
    regular: 'Regular customer',
    offer: 'Offer',
    quality: 'Complaint',
    staff: 'Staff',
    other: 'Other',
  },
  refundReasons: {
    returned: 'Returned',
    sold_out: 'Sold out',
    wrong_amount: 'Wrong amount',
    other: 'By agreement',
  },
  reasonsPayIn: { change: 'Change from the bank', float: 'More float', found: 'Found money' },
  reasonsPayOut: { bank: 'To the bank', goods: 'Purchase for the shop', courier: 'Delivery paid' },
  reasonsNoSale: {
    change: 'Change for a customer',
    check: 'Checked the drawer',
    mistake: 'By mistake',
  },
  reasonsDifference: {
    unknown: 'Cause not known',
    change: 'Wrong change given',
    missed: 'A sale or payment was not entered',
  },
};

export type ReasonWords = typeof reasonsEn;
