import type { StoreApi } from 'zustand/vanilla';
import { EMPTY_BASKET, isBare } from '../../shared/basket/basket.ts';
import type { Bridge, Snapshot } from '../../shared/bridge/contract.ts';
import type { Goods } from './goods.ts';

type Seen = { readonly snapshot: Snapshot | null };

/**
 * Synchronises the goods of a screen with its host: loads a new catalogue, sends the basket, and
 * restores the basket after a crash of the screen. Returns a function that stops it.
 */
export function linkGoods(bridge: Bridge, goods: Goods, seen: StoreApi<Seen>): () => void {
  let connected = false;
  let sentBasket = goods.store.getState().basket;
  let reading: string | null = null;
  /** The snapshot after which a host that is back gets the basket again; undefined if it need not. */
  let resendAfter: Snapshot | null | undefined;

  async function read(version: string): Promise<void> {
    reading = version;
    try {
      const answer = await bridge.call({ type: 'goods', act: { kind: 'read' } });
      if (answer.ok && answer.goods?.kind === 'catalogue') {
        goods.store.setState({ catalogue: answer.goods.catalogue, version });
      }
    } catch {
      // The connection broke. The next snapshot triggers another attempt.
    }
    reading = null;
  }

  const stopSeeing = seen.subscribe(({ snapshot }) => {
    if (snapshot?.goods === undefined) return;
    const { catalogue, basket, tables } = snapshot.goods;
    const { version } = goods.store.getState();
    if (catalogue === null && version !== null) {
      goods.store.setState({ catalogue: null, version: null, pane: 'keypad' });
    }
    if (catalogue !== null && catalogue !== version && catalogue !== reading) void read(catalogue);
    if (connected) return resend(snapshot);
    // Only the first snapshot restores the basket. After it this screen is the only writer.
    connected = true;
    if (basket === null || !isBare(goods.store.getState().basket)) return;
    const table = tables.find(({ id }) => id === basket.table) ?? null;
    sentBasket = basket.basket;
    goods.load(basket.basket, table === null ? null : { id: table.id, name: table.name });
  });

  function sendBasket(): void {
    const { basket, table } = goods.store.getState();
    sentBasket = basket;
    const basketOnDisplay = isBare(basket) ? EMPTY_BASKET : basket;
    const act = { kind: 'show', basket: basketOnDisplay, table: table?.id ?? null } as const;
    // If this call is lost, the customer display lags by one change; the next change corrects it.
    bridge.call({ type: 'goods', act }).catch(() => undefined);
  }

  const stopTelling = goods.store.subscribe(({ basket }) => {
    if (basket !== sentBasket && seen.getState().snapshot?.goods !== undefined) sendBasket();
  });
  const stopLink = bridge.onLink((up) => {
    if (up && connected) resendAfter = seen.getState().snapshot;
  });

  /**
   * A restarted host does not know the basket that the cashier is filling. Its first snapshot comes
   * before it gets the basket: it can show that the basket is sold already.
   */
  function resend(snapshot: Snapshot): void {
    if (resendAfter === undefined || snapshot === resendAfter) return;
    resendAfter = undefined;
    if (!isBare(goods.store.getState().basket)) sendBasket();
  }

  return () => {
    stopSeeing();
    stopTelling();
    stopLink();
  };
}
