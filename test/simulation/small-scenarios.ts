import { money } from '../../shared/money/money.ts';
import type { SaleRequest, Sticker } from '../../shared/terminal/index.ts';
import { CUSTOMERS, stickerAt } from './service.ts';

/** What the cashier does with reserved money that waits for a decision. */
type Decision = 'take' | 'take a part, then the rest' | 'take a part, release the rest';

/** A kind of sale that small worlds play in every order. */
export type SmallScenario = {
  readonly name: string;
  /** The sales that the cashier starts, one after the other. */
  readonly requests: (till: string) => readonly SaleRequest[];
  readonly decision: Decision;
  /** The caller repeats each request after a restart of the till, as a cash register does. */
  readonly repeats: boolean;
  /** Seed of the machine's behaviour and of all other random numbers in the world. */
  readonly chance: number;
  /** The sale shows codes of this till, so the service must know the till. */
  readonly hasOwnCodes: boolean;
};

const AMOUNT = money(12_500);
const QR = { amount: AMOUNT, text: null, method: { kind: 'qr' } } as const;
const PHONE = { ...QR, method: { kind: 'phone', msisdn: CUSTOMERS[0].msisdn } } as const;
const RESERVED = { ...PHONE, mode: { kind: 'authorise' }, place: 'aside' } as const;
const TABLE = { ...QR, label: 'Table 4', place: 'aside' } as const;
const at = (till: string): Sticker => ({ kind: 'shortlink', id: stickerAt(till) });

const vend = (order: 'deposit' | 'pay_first'): SaleRequest => ({
  ...QR,
  mode: { kind: 'vend', item: 'cola', order },
});

function scenario(
  name: string,
  requests: SmallScenario['requests'],
  more: Partial<SmallScenario> = {},
): SmallScenario {
  const plain = { decision: 'take', repeats: false, chance: 1, hasOwnCodes: false } as const;
  return { ...plain, name, requests, ...more };
}

const DELIVERS = { chance: 11 } as const;
const FAILS = { chance: 14 } as const;
const OWN_CODES = { hasOwnCodes: true } as const;

/** A sale with a code on the screen. */
export const PLAIN = scenario('a code on the screen', () => [QR]);

/** Every type of sale. */
export const SMALL_SCENARIOS: readonly SmallScenario[] = [
  PLAIN,
  scenario('a phone number', () => [PHONE]),
  scenario('the number of nobody', () => [
    { ...QR, method: { kind: 'phone', msisdn: '4799999999' } },
  ]),
  scenario('the sticker', (till) => [{ ...QR, method: { kind: 'sticker', sticker: at(till) } }], {
    ...OWN_CODES,
  }),
  scenario(
    'the screen and the sticker',
    (till) => [{ ...QR, method: { kind: 'qr_and_sticker', sticker: at(till) } }],
    OWN_CODES,
  ),
  scenario(
    "the device's own code",
    () => [{ ...QR, method: { kind: 'device_code', code: null } }],
    {
      ...OWN_CODES,
    },
  ),
  scenario('a table and a phone number at once', () => [TABLE, PHONE]),
  scenario('reserved, then taken', () => [RESERVED]),
  scenario('reserved, then taken in parts', () => [RESERVED], {
    decision: 'take a part, then the rest',
  }),
  scenario('reserved, a part taken, the rest released', () => [RESERVED], {
    decision: 'take a part, release the rest',
  }),
  scenario('a machine that delivers, with a deposit', () => [vend('deposit')], DELIVERS),
  scenario('a machine that fails, with a deposit', () => [vend('deposit')], FAILS),
  scenario('a machine that delivers, paid first', () => [vend('pay_first')], DELIVERS),
  scenario('a machine that fails, paid first', () => [vend('pay_first')], FAILS),
  scenario(
    'a sale of a cash register',
    () => [{ ...QR, register: { reference: 'r-1', fingerprint: 'f-1' } }],
    { repeats: true },
  ),
];
