/** Words of the cashier screen for stickers, scanners, and sales that wait at a table. */
export const waysEn = {
  scanCode: 'Customer’s code',
  scanLabel: 'The customer’s code',
  scanHint: 'Hold the scanner to the code on the customer’s phone.',
  scanNoAmount: 'Type the amount first, then scan the code again.',
  scanUnknown: 'That is not a payment code. Scan the code in the customer’s app.',
  sticker: 'Sticker',
  stateWaitingSticker: 'Waiting for the sticker',
  stateWaitingStickerText: 'Ask the customer to scan the sticker here.',
  stateWaitingBothText: 'Ask the customer to scan the code or the sticker.',
  stateStickerUnknown: 'The sticker is not known',
  stateStickerUnknownText: 'Nobody was asked. Show a code instead, and have the sticker looked at.',
  stateTokenUnknown: 'That code has run out',
  stateTokenUnknownText: 'Nobody was asked. Scan the customer’s code again, or show one.',
  bringToFront: 'Take to the screen',
  logFront: 'Taken to the screen',
  logOtherClosed: 'The other code is closed',
  slipWayToken: 'Customer’s code',
  slipWaySticker: 'Sticker',
  slipWayBoth: 'QR code or sticker',
  slipWayDevice: 'Till’s code',
};

export type WaysWords = typeof waysEn;
