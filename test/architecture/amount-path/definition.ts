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
 *    `READERS` lists the files and folders of these.
 *
 * The definition was written before the functions were counted.
 */

/** Files and folders that make something to read, and the simulator, which is the customer. */
export const READERS = [
  'main/host/bridge/screen-source.ts',
  'main/host/history',
  'main/host/printing',
  'main/host/receipts',
  'main/host/goods',
  'main/host/diagnosis',
  'renderer/state/cues.ts',
  'service/callbacks',
  'service/payments/messages.ts',
  'service/simulator',
  'service/wallet',
  'shared/bridge/customer-view.ts',
  'shared/format',
  'shared/history',
  'shared/printing',
  'shared/terminal/receipts',
  'shared/terminal/view.ts',
] as const;

/** Minor units that no other number of the sale has. */
export const AMOUNT = 1_827_193;
