import type { Catalogue as Shop } from '../../../shared/catalogue/catalogue.ts';
import { alike } from '../../../shared/catalogue/language.ts';
import type { Aids, GoodView, KioskSale, Words } from '../../../shared/device/kiosk/contract.ts';
import { type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import { type Stated, statedOf } from '../../../shared/payment/statement.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { VendingMachine } from '../../../shared/terminal/sale/machine-port.ts';
import type { SaleRequest, SaleView } from '../../../shared/terminal/sale/state.ts';
import type { KioskConfig } from './config.ts';
import type { Pictures } from './pictures.ts';

type Good = KioskConfig['goods'][number];
/** A good as the shop sells it now, with the address of the picture that is shown. */
type GoodNow = Good & { readonly shown: string | null; readonly soldOut: boolean };

/** The goods of a kiosk; the only source of prices. */
export interface Catalogue {
  /** The current list; goods of an unavailable machine are not for sale. */
  goods(): readonly GoodView[];
  /**
   * The complete request for one good, in the customer's language and with the time that the customer
   * asked for; null for an unknown good.
   */
  requestFor(id: string, aids: Pick<Aids, 'language' | 'time'>): SaleRequest | null;
  /** Name and picture of a sale; a null sale is requested but not started. */
  describe(sale: SaleView | null, id: string | null): Omit<KioskSale, 'phase' | 'canCancel'>;
  nameOf(sale: SaleView): Words;
}

type CatalogueDeps = {
  readonly config: Pick<KioskConfig, 'goods' | 'order' | 'expires_seconds'>;
  readonly currency: () => string;
  readonly pictures: Pick<Pictures, 'addressOf'> & {
    /** Address of a product's picture; null without one, and until the till has it. */
    readonly addressInShop: (name: string | null) => string | null;
  };
  readonly machine: VendingMachine | null;
  /**
   * The shop's catalogue; null for none. A good with the id of one of its products has that product's name, price
   * and picture, and cannot be bought while it is sold out.
   */
  readonly shop?: () => Shop | null;
};

export function createCatalogue(deps: CatalogueDeps): Catalogue {
  const { config, currency, pictures, machine, shop = () => null } = deps;
  const { kioskTimeFactor, kioskTimeSecondsMax } = LIMITS;
  const normal = config.expires_seconds;
  const longer = Math.max(normal, Math.min(normal * kioskTimeFactor, kioskTimeSecondsMax));

  /** The goods as they are now, and whether the shop has them. */
  function goodsNow(): readonly GoodNow[] {
    const products = new Map(shop()?.products.map((product) => [product.id, product]));
    return config.goods.map((good) => {
      const product = products.get(good.id);
      const own = pictures.addressOf(good.picture);
      if (product === undefined) return { ...good, shown: own, soldOut: false };
      const { name, price, soldOut } = product;
      const shown = pictures.addressInShop(product.picture) ?? own;
      // A price that is typed at a till, or none, cannot be asked for here.
      if (price === null || price === 0) return { ...good, name, shown, soldOut: true };
      return { ...good, name, price, shown, soldOut };
    });
  }

  /** A sale from before a restart is recognised by its slot, else by its text. */
  function goodOf(sale: SaleView | null, id: string | null): GoodNow | null {
    const goods = goodsNow();
    if (id !== null) return goods.find((good) => good.id === id) ?? null;
    if (sale?.mode.kind !== 'vend') return null;
    const { item } = sale.mode;
    return goods.find(({ slot }) => slot === item) ?? null;
  }

  const nameOf = (good: Good | null, sale: SaleView | null): Words => {
    const text = sale?.text ?? '';
    return good?.name ?? alike(text);
  };

  return {
    goods: () =>
      goodsNow().map(({ id, name, price, shown, slot, seconds, soldOut }) => ({
        id,
        name,
        price,
        seconds,
        picture: shown,
        state: soldOut
          ? 'sold_out'
          : slot === null || machine?.state() === 'ready'
            ? 'for_sale'
            : 'not_now',
      })),
    requestFor: (id, { language, time }) => {
      const good = goodsNow().find((one) => one.id === id);
      if (good === undefined || good.soldOut) return null;
      const plain: SaleRequest = {
        amount: good.price,
        text: good.name[language],
        method: { kind: 'qr' },
        ...(time === 'long' ? { expiresInSeconds: longer } : {}),
      };
      if (good.slot === null) return plain;
      return { ...plain, mode: { kind: 'vend', item: good.slot, order: config.order } };
    },
    describe: (sale, id) => {
      const good = goodOf(sale, id);
      const delivery = good?.slot === null ? 'none' : config.order;
      return {
        number: sale?.number ?? 0,
        amount: sale?.amount ?? good?.price ?? ZERO,
        tip: sale?.additionalAmount ?? ZERO,
        stated: statedFor(sale, good?.price ?? ZERO),
        currency: sale?.currency ?? currency(),
        name: nameOf(good, sale),
        picture: good?.shown ?? null,
        seconds: good?.seconds ?? null,
        delivery: sale === null ? delivery : deliveryOf(sale),
      };
    },
    nameOf: (sale) => nameOf(goodOf(sale, null), sale),
  };
}

/** Describes a sale from its own text, without a list. */
export function describeWithout(
  sale: SaleView | null,
  currency: string,
): ReturnType<Catalogue['describe']> {
  const text = sale?.text ?? '';
  return {
    number: sale?.number ?? 0,
    name: alike(text),
    picture: null,
    seconds: null,
    amount: sale?.amount ?? ZERO,
    tip: sale?.additionalAmount ?? ZERO,
    stated: statedFor(sale, ZERO),
    currency: sale?.currency ?? currency,
    delivery: sale === null ? 'none' : deliveryOf(sale),
  };
}

function statedFor(sale: SaleView | null, price: MoneyInteger): Stated {
  return sale === null ? { what: 'asked', amount: price } : statedOf(sale.money);
}

function deliveryOf({ mode }: SaleView): KioskSale['delivery'] {
  return mode.kind === 'vend' ? mode.order : 'none';
}
