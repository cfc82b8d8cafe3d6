import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFinal, type SaleRequest, type Terminal } from '../../../../shared/terminal/index.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createModelService } from '../../../support/model-service.ts';
import { createMemoryJournal, QR_SALE, rest, startTill } from '../../../support/till.ts';
import { answerText } from '../../../support/till-world.ts';

/* The main screen has one open sale, whatever people order while records are being written. */

const ASIDE: SaleRequest = { ...QR_SALE, place: 'aside' };

/** A till whose journal keeps each record until the test writes it, or refuses it. */
function heldTill() {
  const clock = createManualClock();
  const memory = createMemoryJournal();
  const held: ((written: boolean) => void)[] = [];
  memory.onAppend(
    () =>
      new Promise((resolve) => {
        held.push((ok) =>
          resolve(ok ? { ok } : { ok, failure: { kind: 'full', description: 'Full.' } }),
        );
      }),
  );
  const { client } = createModelService(clock);
  const till = startTill({ client, journal: memory.journal, clock });
  const write = async (ok = true) => {
    held.shift()?.(ok);
    await rest();
  };
  const writeAll = async () => {
    while (held.length > 0) await write();
  };
  return { till, write, writeAll };
}

/** The answer that needs no record; `waits` if it does not come before the next record is written. */
async function soon(asked: Promise<Parameters<typeof answerText>[0]>): Promise<string> {
  const late = rest().then(() => 'waits');
  return Promise.race([asked.then(answerText), late]);
}

const onMainScreen = (till: Terminal) =>
  till.view().sales.filter(({ aside, state }) => !aside && !isFinal(state));

type Order = (world: ReturnType<typeof heldTill>) => Promise<unknown>;

const place = (action: 'bring_to_front' | 'set_aside') =>
  fc.nat(4).map(
    (at): Order =>
      async ({ till }) => {
        const { sales } = till.view();
        const sale = sales[at % Math.max(1, sales.length)];
        if (sale !== undefined) void till.act(sale.id, action);
        await rest();
      },
  );
const start = (request: SaleRequest): Order => {
  return async ({ till }) => {
    void till.start(request);
    await rest();
  };
};
const orders = fc.oneof(
  fc.constantFrom(start(QR_SALE), start(ASIDE)),
  place('bring_to_front'),
  place('set_aside'),
  fc.constantFrom<Order>(({ write }) => write()),
  fc.constantFrom<Order>(({ write }) => write(false)),
);

it('has one open sale at a time, in any order of starts, places and writes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(orders, { minLength: 4, maxLength: 14 }), async (all) => {
      const world = heldTill();
      for (const order of all) {
        await order(world);
        expect(onMainScreen(world.till).length).toBeLessThan(2);
      }
      const stopped = world.till.stop();
      await world.writeAll();
      await stopped;
    }),
    { numRuns: 150 },
  );
});

it('takes no held sale while the record of a new sale is being written, and the reverse', async () => {
  const { till, write, writeAll } = heldTill();
  const first = till.start(ASIDE);
  await rest();
  await writeAll();
  const held = await first;
  if (!held.ok) throw new Error(held.refusal.description);
  const starting = till.start(QR_SALE);
  await rest();
  expect(await soon(till.act(held.value.id, 'bring_to_front'))).toBe(
    'Conflict: Another sale is on the main screen. Put it on hold first.',
  );
  await write(false);
  expect((await starting).ok).toBe(false);
  const bringing = till.act(held.value.id, 'bring_to_front');
  const again = till.act(held.value.id, 'bring_to_front');
  await rest();
  expect(await soon(till.start(QR_SALE))).toBe(
    'Conflict: A sale is in progress. Finish it, cancel it or put it on hold first.',
  );
  await writeAll();
  expect((await Promise.all([bringing, again])).map(answerText)).toEqual(['done', 'done']);
  const stopped = till.stop();
  await writeAll();
  await stopped;
});
