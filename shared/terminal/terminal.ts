import type { Answer } from '../protocol/errors.ts';
import type { SaleAction, SaleRequest, TerminalView } from './state.ts';

/** One device's payment engine, as screens and embedders use it (design, section 5). */
export interface Terminal {
  view(): TerminalView;
  /** Calls `listener` after every change of the view. Returns how to stop. */
  subscribe(listener: (view: TerminalView) => void): () => void;
  /**
   * Starts a sale: its id is written durably before anything is sent. Answers the id at once;
   * everything else is in the view. Refuses while the journal cannot be written.
   */
  start(request: SaleRequest): Promise<Answer<{ readonly id: string }>>;
  /** Does what the cashier asked of one sale; refuses what the sale's state does not allow. */
  act(saleId: string, action: SaleAction): Promise<Answer<null>>;
  /** Asks the service about every open sale now: after sleep, on focus, when the network is back. */
  refresh(): void;
  /** Stops timers and connections; open sales are picked up at the next start. */
  stop(): Promise<void>;
}
