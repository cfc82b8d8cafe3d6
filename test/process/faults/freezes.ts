import { openPostgresStore } from '../../../service/store/postgres/open.ts';
import { NO_EFFECTS, type Store } from '../../../service/store/store.ts';
import { StoreBusy, StoreUnavailable } from '../../../service/store/store-errors.ts';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import { newPayment } from '../../service/store/postgres/world.ts';
import { createPrng } from '../../simulation/prng.ts';
import { until } from '../../support/last-resort.ts';
import { MERCHANT } from '../../support/payments.ts';
import { type FreezableServer, startFreezableServer } from './frozen-server.ts';
import { type FaultReport, play, type Round } from './report.ts';

const WRITERS = 8;

/** Lets the time of a freeze pass: the command waits, a test continues at once. */
export type Time = {
  readonly hold: () => { readonly pass: () => void; readonly release: () => void };
};
const REAL_TIME: Time = { hold: () => ({ pass: () => {}, release: () => {} }) };

/**
 * Stops every process of a PostgreSQL server at a random moment of a store's work, and continues them
 * after every writer was refused. All acknowledged data must be there, and writing must continue by
 * itself.
 */
export async function runFreezes(
  seed: number,
  rounds: number,
  time: Time = REAL_TIME,
): Promise<FaultReport> {
  const server = await startFreezableServer();
  try {
    const store = await openPostgresStore(server.url, {
      wall: createSystemClock(),
      self: 'frozen',
    });
    try {
      await store.merchants.put(MERCHANT);
      return await play(seed, rounds, (one) => freeze(server, store, one, time));
    } finally {
      await store.close();
    }
  } finally {
    await server.stop();
  }
}

async function freeze(
  server: FreezableServer,
  store: Store,
  seed: number,
  time: Time,
): Promise<Round> {
  const acknowledged: string[] = [];
  const findings: string[] = [];
  const after = createPrng(seed).between(1, 60);
  let reached = () => {};
  const enough = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const writer = async () => {
    for (;;) {
      const payment = newPayment();
      try {
        await store.payments.create(payment, NO_EFFECTS);
      } catch (error) {
        const known = error instanceof StoreUnavailable || error instanceof StoreBusy;
        if (!known) findings.push(`a write is refused with ${String(error)}`);
        return;
      }
      acknowledged.push(payment.tid);
      if (acknowledged.length >= after) reached();
    }
  };
  let left = WRITERS;
  const held = time.hold();
  const writers = Promise.all(
    Array.from({ length: WRITERS }, () => writer().finally(() => (left -= 1))),
  );
  try {
    await enough;
    await server.freeze();
    await until(
      () => {
        held.pass();
        return left;
      },
      (count) => count === 0,
    );
    await writers;
  } finally {
    held.release();
    await server.thaw();
  }
  await until(() => writes(store), Boolean);
  for (const tid of acknowledged) {
    const found = await until(
      () =>
        store.payments.byTid(MERCHANT.id, tid).then(
          (payment) => ({ payment }),
          () => null,
        ),
      (answer) => answer !== null,
    );
    if (found?.payment === null) findings.push(`${tid} was acknowledged and is gone`);
  }
  return { refused: true, acknowledged: acknowledged.length, findings };
}

function writes(store: Store): Promise<boolean> {
  return store.payments.create(newPayment(), NO_EFFECTS).then(
    () => true,
    () => false,
  );
}
