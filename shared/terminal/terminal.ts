import type { Ids } from '../ids/ids.ts';
import type { MoneyInteger } from '../money/money.ts';
import type { Answer } from '../protocol/errors.ts';
import type { Clock } from '../time/clock.ts';
import type { Journal } from './engine/journal.ts';
import type { Push } from './engine/push.ts';
import type { TerminalClient } from './engine/service-client.ts';
import type { PermissionClient } from './permissions/follow.ts';
import type { Granted, PermissionRequest } from './permissions/permission.ts';
import type { ReceiptPort } from './receipts/queue.ts';
import type { RefundApproval } from './refunds/approval.ts';
import type { RefundAnswer, RefundRequest } from './refunds/refund.ts';
import type { RefundClient } from './refunds/send.ts';
import type { VendingMachine } from './sale/machine-port.ts';
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
  /** Opened by the caller, who closes it after `stop`. */
  readonly journal: Journal;
  /** Null: polling alone. */
  readonly push: Push | null;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: TerminalSetup;
  /** Signs refunds with a key; without it this till gives nothing back. */
  readonly refunds?: RefundClient | null;
  /** Asks customers for data; without it this till asks for money alone. */
  readonly permissions?: PermissionClient | null;
  /** The machine that this till sells from. */
  readonly machine?: VendingMachine | null;
  /** Puts receipts on customers' phones; none are uploaded without it. */
  readonly receipts?: ReceiptPort | null;
  /** Told of a listener that threw; the engine goes on. */
  readonly onFault?: (fault: unknown) => void;
};

/** One device's payment engine, as screens and embedders use it (design, section 5). */
export interface Terminal {
  view(): TerminalView;
  /** Calls `listener` after every change of the view. Returns how to stop. */
  subscribe(listener: (view: TerminalView) => void): () => void;
  /**
   * Starts a sale: its id is written durably before anything is sent. Answers the id at once;
   * everything else is in the view. Refuses while the journal cannot be written. A register's
   * name that was used for the same request answers that sale, which was started `before`.
   */
  start(
    request: SaleRequest,
  ): Promise<Answer<{ readonly id: string; readonly before?: 'started' }>>;
  /** One sale by its id, also when it is not in the view any more. */
  sale(id: string): SaleView | null;
  /** The sale that a cash register started under this name. */
  saleByReference(reference: string): SaleView | null;
  /** Does what the cashier asked of one sale; refuses what the sale's state does not allow. */
  act(saleId: string, action: SaleAction): Promise<Answer<null>>;
  /**
   * Takes part of what a sale has reserved; the id is written durably before anything is sent.
   * Refuses more than is reserved, and another part while one is undecided.
   */
  capture(saleId: string, request: CaptureRequest): Promise<Answer<{ readonly captureId: string }>>;
  /**
   * Shows this device's code before the total is known: `{shortlink}/<id>`. Its scan waits for the
   * sale that `start` makes of it with the way `device_code`. Refused without a shortlink.
   */
  openCode(label?: string | null): Promise<Answer<{ readonly id: string; readonly uri: string }>>;
  /** Takes a code off, once that is durable; a scan of it is not applied to anything any more. */
  closeCode(id: string): Promise<Answer<null>>;
  /**
   * Another tender took the money: cash, a card. A sticker's scan from before this moment belongs
   * to a customer who is gone, and pays no later sale.
   */
  tendered(method?: string, amount?: MoneyInteger): Promise<Answer<null>>;
  /**
   * Gives money of a payment back, under somebody's approval. Answers once the refund is durable;
   * what becomes of it is in the view. Refuses with the reason as a word as well.
   */
  refund(request: RefundRequest, approval: RefundApproval): Promise<RefundAnswer>;
  /** Asks a customer for data; answers once the request is durable. What became of it is in the view. */
  askPermission(request: PermissionRequest): Promise<Answer<{ readonly id: string }>>;
  /** Hands out what a customer has granted, read anew; this till keeps none of it. */
  takePermission(id: string): Promise<Answer<Granted>>;
  /** Asks the service about every open sale now: after sleep, on focus, when the network is back. */
  refresh(): void;
  /** Stops timers and connections; open sales are picked up at the next start. */
  stop(): Promise<void>;
}
