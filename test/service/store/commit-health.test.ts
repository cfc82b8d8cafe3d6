import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { CommitHealth, REFUSAL_COUNTS_FOR } from '../../../service/store/commit-health.ts';
import { openPostgresStore } from '../../../service/store/postgres/open.ts';
import { openDatabase } from '../../../service/store/sqlite/database.ts';
import { migrate } from '../../../service/store/sqlite/migrate.ts';
import { storeOn } from '../../../service/store/sqlite/open.ts';
import { NO_EFFECTS, type Store } from '../../../service/store/store.ts';
import { StoreBusy, StoreUnavailable } from '../../../service/store/store-errors.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { newDatabase } from '../../support/new-database.ts';
import { ids, MERCHANT } from '../../support/payments.ts';
import { newPostgres } from '../../support/postgres/shared.ts';
import { runSql } from '../../support/raw.ts';
import { STORES, type StoreKind } from '../../support/stores.ts';
import { newPayment } from './postgres/world.ts';

/* A disk with room for the small write of the readiness check, and with none for a payment. */

type Disk = { readonly fill: () => Promise<void>; readonly clear: () => Promise<void> };

async function storeOnDisk(kind: StoreKind, clock: ManualClock): Promise<Disk & { store: Store }> {
  if (kind === 'sqlite') {
    const { path, remove } = newDatabase();
    const own = openDatabase(path);
    migrate(own.database);
    const store = storeOn(own, clock);
    onTestFinished(() => store.close().then(remove));
    const pages = (most: number) => own.database.exec(`PRAGMA max_page_count = ${most}`);
    return { store, fill: async () => pages(1), clear: async () => pages(1_000_000) };
  }
  const { url, drop } = await newPostgres();
  const store = await openPostgresStore(url, { wall: clock, self: 'disk' });
  onTestFinished(() => store.close().then(drop));
  const full = `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`;
  const fill = `${full}; CREATE TRIGGER full_disk BEFORE INSERT ON payment FOR EACH STATEMENT
    EXECUTE FUNCTION full_disk()`;
  const clear = 'DROP TRIGGER full_disk ON payment; DROP FUNCTION full_disk()';
  return {
    store,
    fill: async () => void (await runSql(url, fill)),
    clear: async () => void (await runSql(url, clear)),
  };
}

/** Payments that fill the last page of a database of SQLite. */
const PAYMENTS = 40;

/** Makes payments until one is refused. */
async function payUntilRefused(store: Store): Promise<unknown> {
  for (let sale = 0; sale < PAYMENTS; sale += 1) {
    const payment = newPayment({ pos_tid: ids.short(), text: 'x'.repeat(1_000) });
    try {
      await store.payments.create(payment, NO_EFFECTS);
    } catch (error) {
      return error;
    }
  }
  throw new Error('no payment was refused');
}

it.each(STORES)(
  'on %s a refused payment makes the store unfit, and the next payment that is written makes it fit',
  async (kind) => {
    const clock = createManualClock();
    const { store, fill, clear } = await storeOnDisk(kind, clock);
    await store.merchants.put(MERCHANT);
    const pay = () => store.payments.create(newPayment({ pos_tid: ids.short() }), NO_EFFECTS);
    await pay();
    await store.check();
    await fill();
    clock.advance(1_000);
    // The check's own write has room.
    await store.check();
    expect(await payUntilRefused(store)).toBeInstanceOf(StoreUnavailable);
    await expect(store.check()).rejects.toBeInstanceOf(StoreUnavailable);
    clock.advance(1_000);
    await expect(store.check()).rejects.toBeInstanceOf(StoreUnavailable);
    await clear();
    await pay();
    clock.advance(1_000);
    await store.check();
    // Without a payment, the check's large write shows that there is room again.
    await fill();
    expect(await payUntilRefused(store)).toBeInstanceOf(StoreUnavailable);
    await clear();
    clock.advance(REFUSAL_COUNTS_FOR);
    await store.check();
  },
);

it('on SQLite the check stays negative on a full disk without any more payments', async () => {
  const clock = createManualClock();
  const { store, fill } = await storeOnDisk('sqlite', clock);
  await store.merchants.put(MERCHANT);
  await fill();
  expect(await payUntilRefused(store)).toBeInstanceOf(StoreUnavailable);
  for (let minute = 0; minute < 10; minute += 1) {
    clock.advance(60_000);
    await expect(store.check()).rejects.toBeInstanceOf(StoreUnavailable);
  }
});

it('is fit after any history in which no refusal follows the last commit', async () => {
  const step = fc.constantFrom('refused', 'busy', 'committed', 'wait', 'check');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const clock = createManualClock();
      const health = new CommitHealth(clock);
      // The model: the time of a refusal that no commit has followed.
      let refusedAt: number | null = null;
      const fits = () =>
        health
          .check(async () => {})
          .then(
            () => true,
            () => false,
          );
      for (const one of [...steps, 'check']) {
        if (one === 'refused') {
          health.refused(new StoreUnavailable('full'));
          refusedAt = clock.now();
        } else if (one === 'busy') health.refused(new StoreBusy());
        else if (one === 'committed') {
          health.committed();
          refusedAt = null;
        } else if (one === 'wait') clock.advance(1_700);
        else {
          const isOver = refusedAt === null || clock.now() - refusedAt >= REFUSAL_COUNTS_FOR;
          expect(await fits()).toBe(isOver);
          if (isOver) refusedAt = null;
        }
      }
    }),
  );
});
