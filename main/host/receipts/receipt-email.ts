import { receiptIds, type SaleOfReceipt } from '../../../shared/books/follow.ts';
import type { PaymentOfReceipt } from '../../../shared/device/commands/receipts.ts';
import { type EntryId, receiptOfTender } from '../../../shared/ids/host-ids.ts';
import { present } from '../../../shared/objects/present.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { receiptOfPayment } from '../books/receipt-of-payment.ts';
import type { TillBooks } from '../books/till-books.ts';
import type { Handlers } from '../commands/handlers.ts';
import type { ReceiptHandOver } from './hand-over.ts';

/** Receipts by e-mail. The service sends them; nothing of an address stays on the till (D-364). */
export interface ReceiptEmail {
  /** Undefined while the service sends no e-mail, or the shop hands no receipts over. */
  view(): 'possible' | undefined;
  subscribe(listener: () => void): () => void;
  readonly commands: Handlers<'receiptEmail'>;
}

export type ReceiptEmailDeps = {
  readonly links: Pick<ReceiptHandOver, 'sendsEmail' | 'subscribe' | 'email'>;
  readonly books: Pick<TillBooks, 'receiptKnown' | 'entryById' | 'numbered'>;
  readonly sales: () => readonly SaleOfReceipt[];
};

const REFUSED = {
  no_answer: refuseTill('email_no_answer'),
  not_yet: refuseTill('email_not_yet'),
  too_often: refuseTill('email_too_often'),
  wrong_address: refuseTill('email_wrong_address'),
  not_offered: refuseTill('email_not_offered'),
  no_receipt: refuseTill('email_no_receipt'),
} as const;

export function createReceiptEmail({ links, books, sales }: ReceiptEmailDeps): ReceiptEmail {
  function idsOf(of: Exclude<PaymentOfReceipt, { kind: 'receipt' }>): readonly EntryId[] {
    if (of.kind === 'tender') return [receiptOfTender(of.id)];
    const { id } = of;
    const known = sales().find((one) => one.id === id);
    // After a restart the terminal holds only the newest sales, and the history names the older ones.
    const bill = of.tender === undefined ? undefined : { tender: of.tender };
    return receiptIds(known ?? { id, ...present({ bill }) });
  }

  return {
    view: () => (links.sendsEmail() ? 'possible' : undefined),
    subscribe: links.subscribe,
    commands: {
      /** Of this payment, and of no other one. */
      async email_receipt({ of, id, email }) {
        const receipt =
          of.kind === 'receipt'
            ? await books.numbered(of.id)
            : await receiptOfPayment(books, idsOf(of));
        // A payment is booked a moment after it has ended.
        if (receipt === null) return REFUSED.not_yet;
        const ordered = await links.email(receipt, { id, email });
        return ordered === 'ordered' ? answer(null) : REFUSED[ordered];
      },
    },
  };
}
