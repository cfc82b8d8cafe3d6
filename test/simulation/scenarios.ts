import { money } from '../../shared/money/money.ts';
import type { SaleRequest, Sticker } from '../../shared/terminal/index.ts';
import type { Prng } from './prng.ts';
import { CUSTOMERS, stickerAt } from './service.ts';

/** A kind of sale that cashiers start in a world. A new payment method is added in this file only. */
export type Scenario = {
  readonly name: string;
  /** How often it occurs, relative to the others. */
  readonly weight: number;
  readonly request: (prng: Prng, till: string) => SaleRequest;
};

const amount = (prng: Prng) => money(prng.between(100, 50_000));
const at = (till: string): Sticker => ({ kind: 'shortlink', id: stickerAt(till) });
const byCode = (prng: Prng) =>
  ({ amount: amount(prng), text: null, method: { kind: 'qr' } }) as const satisfies SaleRequest;
const byPhone = (prng: Prng) => {
  const { msisdn } = prng.pick(CUSTOMERS);
  return { ...byCode(prng), method: { kind: 'phone', msisdn } } as const;
};

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a code on the screen',
    weight: 6,
    request: byCode,
  },
  {
    name: 'a phone number',
    weight: 4,
    request: byPhone,
  },
  {
    name: 'the number of nobody',
    weight: 1,
    request: (prng) => ({ ...byCode(prng), method: { kind: 'phone', msisdn: '4799999999' } }),
  },
  {
    name: 'a table, beside the main screen',
    weight: 3,
    request: (prng) => ({ ...byCode(prng), label: 'Table 4', place: 'aside' }),
  },
  {
    name: 'reserved now, taken later',
    weight: 3,
    request: (prng) => ({ ...byPhone(prng), mode: { kind: 'authorise' }, place: 'aside' }),
  },
  {
    name: 'the sticker at the counter',
    weight: 2,
    request: (prng, till) => ({ ...byCode(prng), method: { kind: 'sticker', sticker: at(till) } }),
  },
  {
    name: 'the screen and the sticker at once',
    weight: 3,
    request: (prng, till) => ({
      ...byCode(prng),
      method: { kind: 'qr_and_sticker', sticker: at(till) },
    }),
  },
  {
    name: "the device's own code",
    weight: 2,
    request: (prng) => ({ ...byCode(prng), method: { kind: 'device_code', code: null } }),
  },
  {
    name: 'a machine, with a deposit',
    weight: 2,
    request: (prng) => ({
      ...byCode(prng),
      mode: { kind: 'vend', item: 'cola', order: 'deposit' },
    }),
  },
  {
    name: 'a machine, paid first',
    weight: 1,
    request: (prng) => ({
      ...byCode(prng),
      mode: { kind: 'vend', item: 'cola', order: 'pay_first' },
    }),
  },
];

export function drawScenario(prng: Prng, scenarios: readonly Scenario[]): Scenario {
  const bag = scenarios.flatMap((one) => Array.from({ length: one.weight }, () => one));
  return prng.pick(bag);
}
