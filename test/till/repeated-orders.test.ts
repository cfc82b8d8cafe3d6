import fc from 'fast-check';
import { expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import { approveRefund } from '../../shared/terminal/refunds/check-approval.ts';
import type { Fate } from '../support/model-service.ts';
import { createMoneyWorld } from '../support/money-world.ts';
import { QR_SALE, rest } from '../support/till.ts';

/*
 * Orders for captures, refunds and a release in any order, under few ids, so that each may be a repeat or
 * another order under a used id. The model knows ids and sums only, and nothing of the till's state.
 */

type Step =
  | {
      readonly kind: 'capture';
      readonly id: string;
      readonly amount: number;
      readonly rest: 'keep' | 'release';
    }
  | { readonly kind: 'refund'; readonly id: string; readonly amount: number | null }
  | { readonly kind: 'release' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'network'; readonly call: string; readonly fate: Fate }
  | { readonly kind: 'pass'; readonly seconds: number };

const AUTHORISED = 12_500;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('capture'),
      id: fc.constantFrom('c1', 'c2', 'c3'),
      amount: fc.constantFrom(3_000, 5_000, AUTHORISED),
      rest: fc.constantFrom('keep', 'keep', 'keep', 'release'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('refund'),
      id: fc.constantFrom('r1', 'r2', 'r3'),
      amount: fc.constantFrom(null, null, 2_000, 3_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('network'),
      call: fc.constantFrom('capture', 'refund', 'read'),
      fate: fc.constantFrom('deliver', 'drop_before', 'drop_after'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass'), seconds: fc.constantFrom(1, 5, 60) }),
  },
);

type Ordered = { readonly id: string; readonly amount: number };
const total = (all: readonly { readonly amount: number }[]) =>
  all.reduce((sum, { amount }) => sum + amount, 0);
const byId = (all: readonly Ordered[]) => all.map(({ id, amount }) => `${id} ${amount}`).sort();

async function world() {
  const shop = createMoneyWorld({ settings: { captureTries: 1_000 } });
  await shop.approved({ ...QR_SALE, mode: { kind: 'authorise' } });
  await shop.becomes('authorised');
  const { id: sale } = shop.sale();
  const { tid } = shop.service.only();
  const captures = new Map<string, { readonly amount: number }>();
  const refunds = new Map<string, { readonly amount: number; readonly whole: boolean }>();
  const fates = new Map<string, Fate>();
  let approvals = 0;

  const payment = () => shop.service.only();
  /** What the service has made, and what the till has accepted and not yet made. */
  const refundable = () => {
    const made = payment().refunds;
    const open = [...refunds].filter(([id]) => !made.some((one) => one.id === id));
    return total(payment().captures) - total(made) - total(open.map(([, one]) => one));
  };

  async function capture({ id, amount, rest: others }: Extract<Step, { kind: 'capture' }>) {
    const before = captures.get(id);
    const request = { amount: money(amount), captureId: id, rest: others };
    const said = await shop.till().capture(sale, request);
    if (!said.ok) return;
    if (before === undefined) captures.set(id, { amount });
    else expect(amount).toBe(before.amount);
    expect(total([...captures.values()])).toBeLessThanOrEqual(AUTHORISED);
  }

  async function refund({ id, amount }: Extract<Step, { kind: 'refund' }>) {
    approvals += 1;
    const given = { id: `word-${approvals}`, approver: 'Kari', tid, currency: 'NOK' };
    const approval = approveRefund({ ...given, ceiling: money(AUTHORISED) }, shop.clock.now());
    const before = refunds.get(id);
    const left = refundable();
    const sum = amount === null ? null : money(amount);
    const said = await shop.till().refund({ tid, amount: sum, text: null, refundId: id }, approval);
    if (!said.ok) return;
    if (before === undefined) {
      refunds.set(id, { amount: amount ?? left, whole: amount === null });
      expect(refundable()).toBeGreaterThanOrEqual(0);
    } else if (amount === null) {
      // A caller who gets this answer takes everything for refunded.
      expect({ whole: before.whole, left }).toEqual({ whole: true, left: 0 });
    } else expect(amount).toBe(before.amount);
  }

  return {
    async take(of: Step) {
      if (of.kind === 'capture') await capture(of);
      else if (of.kind === 'refund') await refund(of);
      else if (of.kind === 'release') await shop.till().act(sale, 'release');
      else if (of.kind === 'restart') shop.restart();
      else if (of.kind === 'network') {
        fates.set(of.call, of.fate);
        shop.service.setFate(({ name }) => fates.get(name) ?? 'deliver');
      } else await shop.pass(of.seconds * 1_000, undefined, 1_000);
      await rest();
    },
    /** The network is good until every order is carried out. */
    async end() {
      shop.service.setFate(() => 'deliver');
      await shop.pass(600_000, undefined, 5_000);
      const made = (all: readonly { readonly id: string | null; readonly amount: number }[]) =>
        byId(all.map(({ id, amount }) => ({ id: id ?? 'none', amount })));
      const accepted = (all: ReadonlyMap<string, { readonly amount: number }>) =>
        byId([...all].map(([id, { amount }]) => ({ id, amount })));
      expect(made(payment().captures)).toEqual(accepted(captures));
      expect(made(payment().refunds)).toEqual(accepted(refunds));
      await shop.till().stop();
    },
  };
}

it('each order that the till accepts is carried out once, and a repeat never hides another order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      const { take, end } = await world();
      for (const one of steps) await take(one);
      await end();
    }),
    { numRuns: 250 },
  );
});
