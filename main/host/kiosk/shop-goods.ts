import type { Catalogue } from '../../../shared/catalogue/catalogue.ts';
import { numberOfShopVersion } from '../../../shared/device/bridge/goods.ts';
import type { Client } from '../../../shared/device/commands/client.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import type { ScreenSource } from '../bridge/screen-source.ts';

/** The catalogue of the shop, as the kiosk's till has it. */
export interface ShopGoods {
  /** Null if the shop has none in its service, or while it is read. */
  current(): Catalogue | null;
  /** Calls `listener` after each change. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  stop(): void;
}

/** Reads the shop's catalogue when a snapshot of the till names another version. The till's own file is none. */
export function followShopGoods(source: ScreenSource, till: Client): ShopGoods {
  const listeners = createListeners();
  let current: Catalogue | null = null;
  let wanted: string | null = null;

  function put(next: Catalogue | null): void {
    current = next;
    listeners.tell();
  }

  async function read(version: string): Promise<void> {
    const answer = await till({ type: 'read_goods' });
    if (wanted !== version) return;
    if (answer.ok) put(answer.value.catalogue);
    // The next snapshot asks again.
    else wanted = null;
  }

  function look(): void {
    const named = source.snapshot().goods?.catalogue ?? null;
    const version = named !== null && numberOfShopVersion(named) !== null ? named : null;
    if (version === wanted) return;
    wanted = version;
    if (version === null) put(null);
    else void read(version);
  }

  const unsubscribe = source.subscribe(look);
  look();
  return {
    current: () => current,
    subscribe: listeners.subscribe,
    stop() {
      unsubscribe();
      listeners.clear();
    },
  };
}
