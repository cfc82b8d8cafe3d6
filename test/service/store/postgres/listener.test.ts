import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../../service/store/postgres/open.ts';
import { SECOND } from '../../../../shared/time/clock.ts';
import { until } from '../../../support/last-resort.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { ids, MERCHANT } from '../../../support/payments.ts';
import { hearNotices } from '../../../support/postgres/hear-notices.ts';
import { newPostgres } from '../../../support/postgres/shared.ts';
import { publishEvent } from './world.ts';

const LISTENERS = `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE locktype = 'advisory' AND classid = 74136 AND objid = 48 AND datname = current_database()`;

it('a process that is alone sends no notices; after another process it counts twice', async () => {
  const { url, drop } = await newPostgres();
  const { connection: ear, heard: told } = await hearNotices(url);
  const wall = createManualClock();
  const first = await openPostgresStore(url, { wall, self: 'first' });
  onTestFinished(async () => {
    await first.close();
    await ear.end();
    await drop();
  });
  /** The server sends notices in the order of the commits. */
  const sendsNotice = async (): Promise<boolean> => {
    const channel = ids.message();
    await publishEvent(first, channel);
    await ear.query("SELECT pg_notify('tillkit', $1)", [`after ${channel}`]);
    await until(
      () => told,
      (payloads) => payloads.includes(`after ${channel}`),
    );
    return told.some((payload) => payload.startsWith('["first"') && payload.includes(channel));
  };
  const count = async (): Promise<void> => {
    const armed = wall.armed();
    wall.advance(15 * SECOND);
    await until(
      () => wall.armed(),
      (now) => now === armed,
    );
  };
  await first.merchants.put(MERCHANT);
  expect(await sendsNotice()).toBe(false);
  await count();
  expect(await sendsNotice()).toBe(false);

  const second = await openPostgresStore(url, { wall: createManualClock(), self: 'second' });
  await until(sendsNotice, (sent) => sent);
  await second.close();
  await until(
    async () => (await ear.query(LISTENERS)).rowCount,
    (listeners) => listeners === 1,
  );
  await count();
  expect(await sendsNotice()).toBe(true);
  await count();
  expect(await sendsNotice()).toBe(false);
});
