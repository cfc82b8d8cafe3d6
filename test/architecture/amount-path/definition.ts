/*
 * The path of one amount, from the first digit on the keypad to the commit of its ledger lines.
 *
 * A cashier types an amount, asks for it by the customer's phone number, the customer approves, the
 * till captures, and the service writes the ledger lines. A function is on the path if
 *
 * 1. it runs between the first digit and the commit of the ledger lines;
 * 2. it has a name; a function without one belongs to the function around it;
 * 3. it passes the amount on: its result (or what its promise gives) contains the amount, or it
 *    takes the amount as an argument and returns nothing or a promise, because it has an effect.
 *    A function that takes the sale and answers something else about it does not pass it on.
 *    A value contains the amount if it is the amount, a text with its digits, or an object or an
 *    array that contains it, four levels deep;
 * 4. it does not make something to read: a view, a text, a receipt, the history or a message.
 *    `READERS` lists the files, folders and functions of these, and the simulator, which is the
 *    customer.
 *
 * The definition was written before the functions were counted. The first count was 193. Then
 * `READERS` got the events and notifications (messages) and the views that it had not named, which
 * are 21 functions, and functions that only passed the amount on were removed.
 */

/** What makes something to read: each is the beginning of `file function`. */
export const READERS = [
  // Views and texts.
  'main/host/bridge/screen-source.ts',
  'main/host/history',
  'main/host/printing',
  'main/host/receipts',
  'main/host/goods',
  'main/host/diagnosis',
  'renderer/state/cues.ts',
  'renderer/state/sales.ts',
  'service/wallet',
  'shared/bridge/customer-view.ts',
  'shared/format',
  'shared/history',
  'shared/printing',
  'shared/terminal/components.ts view',
  'shared/terminal/engine/sales.ts visible',
  'shared/terminal/receipts',
  'shared/terminal/view.ts',
  // Messages: callbacks, events, and notifications of a change.
  'main/host/push',
  'service/app/core.ts written',
  'service/app/core.ts withCurrentObject',
  'service/app/due-work.ts noticed',
  'service/callbacks',
  'service/payments/changer.ts announce',
  'service/payments/changer.ts notify',
  'service/payments/messages.ts',
  'service/store/sqlite/channel-store.ts',
  'shared/limits/bounded-socket.ts',
  'shared/protocol/events.ts',
  'shared/protocol/profile-money.ts writtenIn',
  'shared/terminal/codes/inbox.ts',
  'shared/terminal/create-terminal.ts onEvent',
  'shared/terminal/sale/reduce.ts onMessage',
  // The customer.
  'service/simulator',
] as const;

/** Minor units that no other number of the sale has. */
export const AMOUNT = 1_827_193;
