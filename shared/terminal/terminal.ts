import type { TenderId } from '../ids/host-ids.ts';
import type { Ids } from '../ids/ids.ts';
import type { PlainAmounts } from '../money/money.ts';
import type { Answer } from '../protocol/errors.ts';
import type { DeviceClock } from '../time/clock.ts';
import type { BillBook } from './bills/bill-book.ts';
import type { Push } from './engine/connection.ts';
import type { Journal } from './engine/journal.ts';
import type { TerminalClient } from './engine/service-client.ts';
import type { OtherPayment, Tendered } from './engine/tender-records.ts';
import type { SaleStateKind } from './engine/until.ts';
import type { PermissionClient } from './permissions/follow.ts';
import type { Granted, PermissionRequest } from './permissions/permission.ts';
import type { ReceiptPort } from './receipts/queue.ts';
import type { RefundApproval } from './refunds/check-approval.ts';
import type { BillRefundAnswer, RefundableAnswer } from './refunds/queue.ts';
import type { BillRefund, RefundAnswer, RefundRequest } from './refunds/refund.ts';
import type { RefundClient } from './refunds/send.ts';
import type { VendingMachine } from './sale/machine-port.ts';
import type { PaymentPermit } from './sale/payment-permit.ts';
import type { BillRefundedRecord } from './sale/records.ts';
import type { TerminalSetup } from './sale/settings.ts';
import type {
  CaptureRequest,
  SaleAction,
  SaleRequest,
  SaleView,
  TerminalView,
} from './sale/state.ts';

/** What a terminal needs from its host. */
export type TerminalDeps = {
  readonly client: TerminalClient;
  /** The caller opens it, and closes it after `stop`. */
  readonly journal: Journal;
  /** Null: the till polls only. */
  readonly push: Push | null;
  readonly clock: DeviceClock;
  readonly ids: Ids;
  readonly settings: TerminalSetup;
  /** Signs refunds with a key. Null: this till cannot refund. */
  readonly refunds: RefundClient | null;
  /** Requests customer data. Null: this till requests payments only. */
  readonly permissions: PermissionClient | null;
  /** The machine that this till sells from; null without one. */
  readonly machine: VendingMachine | null;
  /** Uploads receipts for the customers' phones. Null: this till uploads none. */
  readonly receipts: ReceiptPort | null;
  /** Asked before each sale begins. Null: every sale may begin. */
  readonly permit: PaymentPermit | null;
  /** Called when a listener throws. The engine continues. */
  readonly onFault?: (fault: unknown) => void;
};

type LeftOut = 'clock' | 'ids' | 'refunds' | 'permissions' | 'machine' | 'receipts' | 'permit';

/** The same for the caller of the library: the runtime's own clock and ids by default, and no part that it leaves out. */
export type TerminalOptions = Omit<TerminalDeps, LeftOut> & Partial<Pick<TerminalDeps, LeftOut>>;

/**
 * The payment engine of one device, for screens and for programs that embed it. Amounts are integers
 * of minor units: 20.00 is 2000. It refuses any other number.
 */
export interface Terminal {
  view(): TerminalView;
  /** Calls `listener` after every change of the view. Returns a function that unsubscribes. */
  subscribe(listener: (view: TerminalView) => void): () => void;
  /**
   * Starts a sale. Its id is durable before the till sends anything. Returns the id; the view shows
   * the progress. Refuses while the journal cannot be written. If the cash register used this
   * reference for the same request before, returns that sale with `before: 'started'`.
   */
  start(
    request: PlainAmounts<SaleRequest>,
  ): Promise<Answer<{ readonly id: string; readonly before?: 'started' }>>;
  /**
   * Waits until a sale has one of these states, and returns it. Refuses with `Conflict` when the sale
   * ends in another state, and with `Service Unavailable` after `timeout` milliseconds (5 minutes).
   */
  until(
    saleId: string,
    state: SaleStateKind | readonly SaleStateKind[],
    options?: { readonly timeout?: number },
  ): Promise<Answer<SaleView>>;
  /** A sale by its id, also after it has left the view. */
  sale(id: string): SaleView | null;
  /** The sale that a cash register started with this reference. */
  saleByReference(reference: string): SaleView | null;
  /** The sale that is this tender of a bill. */
  saleOfTender(tender: TenderId): SaleView | null;
  /** The bills of this till's journal. */
  readonly bills: BillBook;
  /** Carries out a cashier's action. Refuses it if the state of the sale does not allow it. */
  act(saleId: string, action: SaleAction): Promise<Answer<null>>;
  /**
   * Captures part of a reservation. Its id is durable before the till sends anything. Refuses more
   * than is reserved, and a second capture while one is undecided.
   */
  capture(
    saleId: string,
    request: PlainAmounts<CaptureRequest>,
  ): Promise<Answer<{ readonly captureId: string }>>;
  /**
   * Shows this device's code, `{shortlink}/<id>`, before the total is known. Its scan waits until
   * `start` makes a sale of it with the way `device_code`. Refuses if the till has no shortlink.
   */
  openCode(label?: string | null): Promise<Answer<{ readonly id: string; readonly uri: string }>>;
  /** Closes a code after the record is durable. The till ignores later scans of it. */
  closeCode(id: string): Promise<Answer<null>>;
  /**
   * Records a payment by another tender, such as cash or a card, in minor units. A sticker scan before this
   * moment cannot pay a later sale, because its customer has left. The same `id` again records nothing, and
   * the answer has `before: 'tendered'`.
   */
  tendered(payment: PlainAmounts<OtherPayment>): Promise<Tendered>;
  /**
   * Refunds a payment with an approval. Returns after the refund is durable; the view shows its
   * result. A refusal also contains the reason as a code.
   */
  refund(
    request: PlainAmounts<RefundRequest>,
    approval: PlainAmounts<RefundApproval>,
  ): Promise<RefundAnswer>;
  /**
   * Refunds products of a bill that was paid in shares: one refund for each payment that gives a part back, all of them in
   * one durable record (D-573). The view shows how those to phones end. The same id again refunds nothing.
   */
  refundBill(order: PlainAmounts<BillRefund>): Promise<BillRefundAnswer>;
  /** What the command of this id has refunded of a bill, if the till still knows it. */
  billRefund(id: string): BillRefundedRecord | null;
  /**
   * Reads from the service what of a payment can still be refunded, with its sold lines (D-250). A payment in another
   * currency than the till's is refused (D-406).
   */
  refundable(tid: string): Promise<RefundableAnswer>;
  /** Requests customer data. Returns after the request is durable; the view shows its result. */
  askPermission(request: PermissionRequest): Promise<Answer<{ readonly id: string }>>;
  /** Reads the granted data from the service and returns it. The till does not store it. */
  takePermission(id: string): Promise<Answer<Granted>>;
  /** Reads the outcome of every open sale now: after sleep, on focus, when the network is back. */
  refresh(): void;
  /** Stops timers and connections. The next start resumes open sales. */
  stop(): Promise<void>;
}
