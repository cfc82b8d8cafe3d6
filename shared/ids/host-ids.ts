/*
 * Every id that a till makes of another id is made here (D-485). A client, which is a screen or a cash register, names
 * its commands, bills and payments by a `reference`: letters, digits, "_", "." and "-". Each id of this module has a
 * colon, so it is of another kind by its form and by its type, and no id of a client can meet it. The first word says
 * what it names, so two kinds never meet either.
 *
 * The service and a machine take no colon. What a till derives for them begins with "_", a word and a point, which no
 * id of a client may (`clientId`, D-502).
 */

/** An id that the till derives for its service or its machine. */
export type DerivedId = `_${'second' | 'vend' | 'undelivered' | 'approved' | 'share'}.${string}`;

/** The tender that a payment command makes. */
export type TenderId = `tender:${string}`;
/** A line that a command makes: one that is ordered, or a part of one that moves. */
export type LineId = `line:${string}`;
/** What became of a tender: a result has the same id whenever it is found. */
export type ResultId = `result:${TenderId}`;
/** An entry of the books. */
export type EntryId =
  `${'receipt' | 'refund' | 'correction' | 'command' | 'count' | 'bank' | 'books' | 'fiscal'}:${string}`;
/** A transaction of the fiscal device: the attempt, and the payment by the id of its entry. */
export type TransactionId = `${number}:${EntryId}`;

export const tenderId = (command: string): TenderId => `tender:${command}`;

/** The lines of a command have places from 0. */
export const lineId = (command: string, place: number): LineId => `line:${command}:${place}`;

/** True for a line that this command has made. */
export const isLineOf = (line: LineId, command: string) => line.startsWith(`line:${command}:`);

export const resultId = (tender: TenderId): ResultId => `result:${tender}`;

/** Receipts of a bill's tender, of a sale without a bill and of a payment that a register recorded. */
export const receiptOfTender = (tender: TenderId): EntryId => `receipt:${tender}`;
/** The tender of such a receipt; null for a receipt without a bill. */
export const tenderOfReceipt = (receipt: EntryId): TenderId | null =>
  receipt.startsWith(receiptOfTender(tenderId('')))
    ? tenderId(receipt.slice(receiptOfTender(tenderId('')).length))
    : null;
export const receiptOfSale = (sale: string): EntryId => `receipt:sale:${sale}`;
export const receiptOfPayment = (payment: string): EntryId => `receipt:payment:${payment}`;

const SALE = receiptOfSale('');

/** A refund to a phone. */
export const entryOfRefund = (refund: string): EntryId => `refund:${refund}`;

/** A command that took an order back. */
export const correctionOf = (command: string): EntryId => `correction:${command}`;

/** What a command on the drawer or a refund of a receipt books, or the close that a command makes. */
export const entryOfCommand = (command: string): EntryId => `command:${command}`;

/** The entries of a close that come before it. */
export const countOfClose = (close: string): EntryId => `count:${close}`;
export const bankOfClose = (close: string): EntryId => `bank:${close}`;

/** Entries that the books make of themselves: their beginning, a close that nobody ordered, and a printed X report. */
export const BEGIN: EntryId = 'books:begin';
export const ownClose = (number: number): EntryId => `books:close:${number}`;
export const xReport = (entry: number): EntryId => `books:x:${entry}`;

/** The second request of a pair has an id of its own, which goes to the service. */
export const secondOf = (sale: string): DerivedId => `_second.${sale}`;
/** The one order to the machine of a sale. */
export const vendOf = (sale: string): DerivedId => `_vend.${sale}`;
/** The refund of what the machine of a sale has not delivered. */
export const refundOfUndelivered = (sale: string): DerivedId => `_undelivered.${sale}`;
/** The one refund that an approval allows. */
export const refundOfApproval = (approval: string): DerivedId => `_approved.${approval}`;

/**
 * What a command that refunds products of a bill gives back to one of its payments, by the place of the payment among those
 * that it gives back to.
 */
export const refundOfShare = (command: string, place: number): DerivedId =>
  `_share.${place}.${command}`;

/** The sale of a request: itself, or the first one of its pair. */
export const saleOfRequest = (posTid: string) => posTid.replace(/^_second\./, '');
/** True for the second request of a pair. */
export const isSecond = (posTid: string) => posTid.startsWith(secondOf(''));

/** A payment, by the id of its receipt's entry. The second request of a pair belongs to the same sale. */
export const paymentOf = (entry: EntryId): EntryId =>
  entry.startsWith(SALE) ? receiptOfSale(saleOfRequest(entry.slice(SALE.length))) : entry;
/** The entry of the second request of a pair; the entry itself for another payment. */
export const secondEntryOf = (payment: EntryId): EntryId =>
  payment.startsWith(SALE) ? receiptOfSale(secondOf(payment.slice(SALE.length))) : payment;

/**
 * The transaction of a payment. A command that is repeated after a power cut may find its first one cancelled: then it
 * gets another one.
 */
export const transactionName = (payment: EntryId, attempt: number): TransactionId =>
  `${attempt}:${payment}`;
export const paymentIn = (transaction: string) =>
  transaction.slice(transaction.indexOf(':') + 1) as EntryId;

/** Entries of a transaction, of the one end of a payment, and of the use of a device: each is booked once. */
export const fiscalStartId = (transaction: string): EntryId => `fiscal:start:${transaction}`;
export const fiscalCancelId = (transaction: string): EntryId => `fiscal:cancel:${transaction}`;
export const fiscalEndId = (payment: string): EntryId => `fiscal:end:${payment}`;
export const fiscalUse = (entry: number): EntryId => `fiscal:use:${entry}`;
