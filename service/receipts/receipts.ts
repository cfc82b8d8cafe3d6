import { createHash } from 'node:crypto';
import { createListeners } from '../../shared/objects/listeners.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import {
  type ReceiptDocument,
  type ReceiptEmailInput,
  type ReceiptService,
  receiptDocument,
} from '../../shared/protocol/receipt.ts';
import { readReceiptCode } from '../../shared/protocol/receipt-code.ts';
import { bookedNumber } from '../../shared/protocol/receipt-number.ts';
import type { ReceiptPageLink } from '../../shared/protocol/receipt-page.ts';
import { type Clock, DAY, type DueSource, HOUR, type Instant } from '../../shared/time/clock.ts';
import { parseDateTime } from '../../shared/time/date-time.ts';
import type { ReceiptEmailState, StoredReceipt } from '../store/receipt-store.ts';
import type { Store } from '../store/store.ts';
import { RECEIPT_PATH } from './address.ts';
import { receiptShops, type ShownReceipt, shownReceipt } from './shown.ts';

/** The receipts that tills hand over: the page behind the link, and orders to send them (D-360). */
export interface Receipts {
  /** What a till may offer its customers. */
  service(): ReceiptService;
  /**
   * Keeps a receipt; the value is false for a repeat. `Not Found` for a till that is not registered,
   * `Bad Request` for a code of another till, and `Conflict` for another content under the code.
   */
  put(merchantId: string, till: TillReceipt, document: ReceiptDocument): Promise<Answer<boolean>>;
  /** A receipt of the shop by its code, for any till of the shop (D-423); `Not Found` if the shop has none. */
  read(merchantId: string, till: TillReceipt): Promise<Answer<ReceiptDocument>>;
  /**
   * Orders an e-mail; a repeat of the id orders nothing, whatever its address. `Conflict` if the service sends no
   * e-mail, `Not Found` without this receipt of this till, `Too Many Requests` beyond the bounds of the receipt or of
   * the shop.
   */
  order(merchantId: string, till: TillReceipt, email: ReceiptEmailInput): Promise<Answer<void>>;
  /** The receipt of a code that a customer opened; null for an unknown one and for every other text. */
  open(code: string): Promise<ShownReceipt | null>;
  /** A receipt as the service shows it; null if its shop is gone. */
  shown(receipt: StoredReceipt): Promise<ShownReceipt | null>;
  /** The receipts of a payment, oldest first. */
  ofPayment(merchantId: string, tid: string): Promise<readonly PaymentReceipt[]>;
  /** Calls `listener` with the due time of an order after it was written. Returns how to stop. */
  onOrder(listener: (due: Instant) => void): () => void;
  /** The address of a receipt's page. */
  addressOf(code: string): string;
  /** Removes receipts that are older than their life, in the rounds of due work. */
  readonly due: DueSource;
}

export type TillReceipt = { readonly posId: string; readonly code: string };

/** A receipt of a payment, for the wallet and the portal. */
export type PaymentReceipt = Readonly<ReceiptPageLink> & {
  readonly emails: readonly ReceiptEmailState[];
};

export type ReceiptsDeps = {
  readonly store: Pick<Store, 'receipts' | 'pos' | 'merchants' | 'catalogues'>;
  readonly clock: Clock;
  /** Address of the customer's pages. */
  readonly wallet: () => string;
  /** Whether the operator has set up a mail server. */
  readonly sendsEmail: boolean;
  /** How long a receipt is kept, milliseconds. */
  readonly life: number;
};

/** A payment has one receipt, and one for each refund. */
const OF_PAYMENT_MAX = 20;
/** Receipts that one write removes, and writes of one round. */
const BATCH = 500;
const BATCHES = 20;

export function createReceipts(deps: ReceiptsDeps): Receipts {
  const { store, clock, life } = deps;
  const { receipts } = store;
  const shopOf = receiptShops(store);
  const listeners = createListeners<[due: Instant]>();
  const link = () => `${deps.wallet()}${RECEIPT_PATH}`;
  const addressOf = (code: string) => link() + encodeURIComponent(code);

  async function shown(receipt: StoredReceipt): Promise<ShownReceipt | null> {
    const shop = await shopOf(receipt.merchantId);
    return shop === null ? null : shownReceipt(documentOf(receipt), shop);
  }

  return {
    service: () => ({
      link_uri: link(),
      email: deps.sendsEmail,
      kept_days: Math.floor(life / DAY),
    }),
    async put(merchantId, { posId, code }, document) {
      if ((await store.pos.read(merchantId, posId)) === null) return NO_POS;
      const coded = readReceiptCode(code);
      if (coded?.posId !== posId) return WRONG_CODE;
      if (document.number !== bookedNumber(posId, coded.number)) return WRONG_NUMBER;
      const received = clock.now();
      const { method } = document;
      const receipt: StoredReceipt = {
        merchantId,
        hash: hashOf(code),
        code,
        posId,
        tid: method.kind === 'phone' ? method.tid : null,
        number: method.kind === 'phone' ? null : coded.number,
        at: parseDateTime(document.date) ?? received,
        document: JSON.stringify(document),
        received,
      };
      if (await receipts.put(receipt)) return answer(true);
      const known = await receipts.read(merchantId, receipt.hash);
      if (known === null) return OTHER_RECEIPT;
      // Read by the present schema: a member that it got after the receipt was stored makes no difference.
      const same = JSON.stringify(documentOf(known)) === receipt.document;
      return same ? answer(false) : OTHER_RECEIPT;
    },
    async read(merchantId, { posId, code }) {
      const found = await receipts.read(merchantId, hashOf(code));
      return found?.posId === posId ? answer(documentOf(found)) : NOT_OF_SHOP;
    },
    async order(merchantId, { posId, code }, { id, email }) {
      if (!deps.sendsEmail) return NO_EMAIL;
      const hash = hashOf(code);
      if ((await receipts.read(merchantId, hash))?.posId !== posId) return NO_RECEIPT;
      const at = clock.now();
      const bounds = {
        ofReceipt: LIMITS.receiptEmailsMax,
        ofShop: LIMITS.receiptEmailsPerHour,
        since: at - HOUR,
      };
      const ordered = await receipts.order(merchantId, { hash, id, address: email, at }, bounds);
      if (ordered === 'receipt_full') return SENT_OFTEN;
      if (ordered === 'shop_full') return SHOP_SENDS_MUCH;
      if (ordered === 'ordered') listeners.tell(at);
      return answer(undefined);
    },
    async open(code) {
      const found = await receipts.open(hashOf(code));
      return found === null ? null : shown(found);
    },
    async ofPayment(merchantId, tid) {
      const all = await receipts.ofPayment(merchantId, tid, OF_PAYMENT_MAX);
      return Promise.all(
        all.map(async (receipt) => {
          const { kind, number } = documentOf(receipt);
          const address = addressOf(receipt.code);
          return { address, kind, number, emails: await receipts.emailsOf(receipt.hash) };
        }),
      );
    },
    shown,
    addressOf,
    onOrder: listeners.subscribe,
    due: {
      async run() {
        for (let batch = 0; batch < BATCHES; batch += 1) {
          if ((await receipts.sweep(clock.now() - life, BATCH)) < BATCH) return;
        }
      },
      async nextDue() {
        const oldest = await receipts.oldest();
        return oldest === null ? null : oldest + life + DAY;
      },
    },
  };
}

/** A code is looked up by its hash, so that the time of the answer says nothing about codes that begin alike. */
const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

/** The service wrote the stored text itself, after checking it. */
function documentOf({ document }: Pick<StoredReceipt, 'document'>): ReceiptDocument {
  return receiptDocument.parse(JSON.parse(document));
}

const NO_POS = refuse('Not Found', 'There is no point of sale of this id.');
const NO_RECEIPT = refuse(
  'Not Found',
  'The service does not have this receipt. Hand it over before it is sent.',
);
const NOT_OF_SHOP = refuse(
  'Not Found',
  'No till of this shop has handed over a receipt with this code, or its time here is over.',
);
const WRONG_CODE = refuse(
  'Bad Request',
  'The address must end with a code of this point of sale: its id, -R, a number, a dot and 22 letters.',
);
const WRONG_NUMBER = refuse(
  'Bad Request',
  'The receipt must have the number that its code names: the id of the point of sale, -R and the number.',
);
const OTHER_RECEIPT = refuse(
  'Conflict',
  'There is another receipt under this code. The books of the till were changed or restored.',
);
const NO_EMAIL = refuse(
  'Conflict',
  'This service sends no e-mail: its operator has set up no mail server (--mail-server).',
);
const SENT_OFTEN = refuse(
  'Too Many Requests',
  'This receipt was sent by e-mail as often as it may be. Give the customer its link.',
);
const SHOP_SENDS_MUCH = refuse(
  'Too Many Requests',
  'The shop has sent as many e-mails as it may in an hour. Give the customer the link.',
);
