import type { StoreApi } from 'zustand/vanilla';
import type { Catalogue } from '../../shared/catalogue/catalogue.ts';
import type { Bridge, Snapshot } from '../../shared/device/bridge/contract.ts';
import type { ScreenDevice } from './bills/bills.ts';
import type { Goods } from './goods.ts';
import { openedDeck, withCatalogue } from './goods-state.ts';
import { deckOf } from './mode/mode.ts';
import type { Modes } from './mode/modes.ts';
import type { SaleEntry } from './sale-entry.ts';
import { call } from './till-commands.ts';

type Seen = { readonly snapshot: Snapshot | null; readonly entry: Pick<SaleEntry, 'amount'> };

/** Loads the catalogue of the host when a snapshot names a new version. Returns a function that stops it. */
export function linkCatalogue(
  bridge: Bridge,
  goods: Goods,
  seen: StoreApi<Seen>,
  modes: Modes,
  keptDeck: ScreenDevice['keptDeck'],
): () => void {
  async function read(version: string): Promise<void> {
    goods.store.setState({ loading: version });
    const answer = await call(bridge, { type: 'read_goods' });
    // Without an answer the next snapshot triggers another attempt.
    if (answer?.ok === true) {
      const { catalogue } = answer.value;
      const isFirst = goods.store.getState().version === null;
      const isTyping = seen.getState().entry.amount > 0;
      const deck = isFirst ? openedDeck(catalogue, keptDeck(), isTyping) : {};
      goods.store.setState({ catalogue, version, ...deck });
      askAnew(catalogue);
    }
    goods.store.setState({ loading: null });
  }

  /** What is asked about an item is asked about the item as it is now. */
  function askAnew(catalogue: Catalogue): void {
    const deck = deckOf(modes.now());
    const window = deck.kind === 'window' ? withCatalogue(deck.window, catalogue) : null;
    if (deck.kind === 'window' && window === null) modes.close();
    else if (deck.kind === 'window' && window !== null && window !== deck.window) {
      modes.send({ type: 'edit', id: deck.id, window });
    }
  }

  return seen.subscribe(({ snapshot }, before) => {
    if (snapshot?.goods === undefined || snapshot === before.snapshot) return;
    const { catalogue } = snapshot.goods;
    const { version, loading } = goods.store.getState();
    if (catalogue === null && version !== null) {
      goods.store.setState({ catalogue: null, version: null, pane: 'keypad' });
    }
    if (catalogue !== null && catalogue !== version && catalogue !== loading) void read(catalogue);
  });
}
