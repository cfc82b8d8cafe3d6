import { soldAt } from '../../../shared/catalogue/catalogue.ts';
import { applyChanges } from '../../../shared/catalogue/changes.ts';
import { differencesOf } from '../../../shared/catalogue/differences.ts';
import type { EveryLanguage } from '../../../shared/catalogue/language.ts';
import type { GoodsView } from '../../../shared/device/bridge/goods.ts';
import type { InputOf } from '../../../shared/device/commands/table.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import type { ShopRules } from '../../../shared/protocol/shop-rules.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { Handlers } from '../commands/handlers.ts';
import { type CatalogueRead, readCatalogue, writeCatalogue } from './catalogue-file.ts';
import type { ShopCatalogue } from './shop-catalogue.ts';

/** The goods of a till: its catalogue. */
export interface Goods {
  view(): GoodsView;
  /** Calls `listener` after every change of the view. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Names of a product of the catalogue in every language; null if it has no such product. */
  named(product: string): EveryLanguage | null;
  /** What the catalogue decides for the till besides its items; the same object until it changes. */
  rules(): ShopRules;
  readonly commands: Handlers<'goods'>;
  stop(): void;
}

export type GoodsOptions = {
  /** The till's data directory. */
  readonly directory: string;
  /** The till's point of sale, which sells only what the catalogue has for it. */
  readonly posId: string;
  /** The catalogue of the shop's service, which replaces the till's file; null for a till that has no such service. */
  readonly shop: Pick<ShopCatalogue, 'current' | 'subscribe' | 'mayChange' | 'change'> | null;
  /** Address of the portal's page of items in the shop's service. */
  readonly portal: string;
  /** Writes a line for the operator. */
  readonly report: (sentence: string) => void;
};

/** Reads the catalogue. A file that is not valid is reported and does not prevent sales. */
export function openGoods({ directory, posId, portal, report, shop }: GoodsOptions): Goods {
  let own = readCatalogue(directory);
  const problem = own.kind === 'wrong' ? own.problem : null;
  if (problem !== null) report(`The catalogue is ignored: ${problem}`);
  const now = () => itemsOf(shop?.current() ?? null, own);
  const listeners = createListeners();
  const changed = listeners.tell;
  const unfollow = shop?.subscribe(changed) ?? (() => undefined);

  /** Changes the till's own file. */
  function changeOwn({ version, change }: InputOf<'change_goods'>): Answer<null> {
    if (own.kind !== 'read') return refuseTill('no_items');
    const applied = applyChanges(own.document, [change]);
    // A repeat after a lost answer differs in nothing, whatever version it names.
    if (applied.ok && differencesOf(own.document, applied.value).length === 0) return DONE;
    if (own.version !== version) return refuseTill('items_changed');
    if (!applied.ok) return refuseTill('items_wrong');
    try {
      const written = writeCatalogue(directory, applied.value);
      if (written === null) return refuseTill('items_wrong');
      own = written;
    } catch {
      return refuseTill('not_saved');
    }
    changed();
    return DONE;
  }

  /** Whether the till keeps its items itself. */
  const isOwn = () => shop === null || now() === own;

  return {
    view: () => ({
      catalogue: versionOf(now()),
      problem: (shop?.current() ?? null) === null ? problem : null,
      changes: shop === null || shop.mayChange || isOwn() ? 'possible' : 'no_key',
      portal: isOwn() ? null : portal,
    }),
    subscribe: listeners.subscribe,
    named(product) {
      const catalogue = now();
      if (catalogue.kind !== 'read') return null;
      return catalogue.catalogue.products.find(({ id }) => id === product)?.name ?? null;
    },
    rules() {
      const catalogue = shop?.current() ?? own;
      return catalogue.kind === 'read' ? (catalogue.document.rules ?? NO_RULES) : NO_RULES;
    },
    commands: {
      read_goods() {
        const read = now();
        if (read.kind !== 'read') return refuseTill('no_items');
        return answer({ catalogue: soldAt(read.catalogue, posId) });
      },
      async change_goods(order, caller) {
        if (shop === null || isOwn()) return changeOwn(order);
        const person = caller.at === 'register' ? caller.person : (caller.giver?.name ?? null);
        const done = await shop.change(order.version, { change: order.change, person });
        return done === 'done' ? DONE : refuseTill(PROBLEMS[done]);
      },
    },
    stop: () => {
      unfollow();
      listeners.clear();
    },
  };
}

const DONE = answer(null);

const NO_RULES: ShopRules = {};

/**
 * What the till sells. A catalogue of the shop without a product decides nothing about items: a shop that only makes
 * rules for its tills does not take their items away (D-345).
 */
function itemsOf(shop: CatalogueRead | null, own: CatalogueRead): CatalogueRead {
  if (shop === null) return own;
  const isEmpty = shop.kind === 'read' && shop.document.products.length === 0;
  return isEmpty && own.kind === 'read' ? own : shop;
}

const PROBLEMS = {
  changed_meanwhile: 'items_changed',
  no_answer: 'items_offline',
  no_key: 'items_need_key',
  wrong: 'items_wrong',
} as const;

const versionOf = (read: CatalogueRead) => (read.kind === 'read' ? read.version : null);
