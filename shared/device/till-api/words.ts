import type { SaleAction, SaleStateKind } from '../../terminal/sale/state.ts';

/** What each state of a sale means to the register that watches it. */
export const STATE_WORDS: Readonly<Record<SaleStateKind, string>> = {
  creating: 'saved on the till, not yet confirmed by the service',
  waiting_scan: 'the customer has to scan the code; `uri` is what the code holds',
  waiting_sticker: 'the customer has to scan the sticker',
  waiting_approval: 'the customer has it on the phone and has to approve',
  authorised: 'the money is reserved and not taken; `because` says why',
  capturing: 'the money is being taken',
  paid: 'paid; hand over the goods',
  declined: 'the customer said no',
  expired: 'the time ran out',
  aborting: 'a cancellation is on its way; the customer may still win the race',
  aborted: 'cancelled; nothing was taken',
  releasing: 'the reservation is being released',
  released: 'released; nothing was taken',
  vending: 'the machine delivers, or is asked whether it did',
  undelivered: 'paid and not completely delivered; it is refunded, or a person must resolve it',
  refunded: 'paid and refunded',
  refused: 'the service did not take the request; `because` says why',
  failed: 'ended with a code this till has no word for',
  unclear: 'the service does not answer; do not charge again, the till keeps asking',
};

/** What each action does. */
export const ACTION_WORDS: Readonly<Record<SaleAction, string>> = {
  cancel: 'cancels the request',
  capture: 'takes the reserved money',
  release: 'releases the reserved money',
  renew: 'asks for three new days of the reservation',
  ask_again: 'asks the service now',
  settle: 'says that a person has seen to what a machine did not deliver',
  bring_to_front: 'gives a sale that was aside the main screen',
  set_aside: 'keeps an undecided sale and frees the till for the next one',
  dismiss: 'takes an ended sale off the screen',
};
