import { afterEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../service/store/postgres/migrate.ts';
import { Servers } from '../../../service/store/postgres/servers.ts';
import { NEWER_VERSION } from '../../../service/store/schema-history.ts';
import { StoreUnavailable } from '../../../service/store/store-errors.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { until } from '../../support/last-resort.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { MERCHANT } from '../../support/payments.ts';
import { paymentDraft, startTestService } from '../../support/service.ts';
import { send } from '../../support/wire.ts';
import {
  CONTRACTED,
  connections,
  cut,
  EXPANDED,
  endAll,
  ends,
  LAST,
  lastStep,
  newPlace,
  OLD,
  start,
} from './upgrade-world.ts';

/* What the connections of a process do when a newer version excludes the process, or does not. */

afterEach(endAll);

describe('a process that loses its connections', () => {
  it('blocks a step with each connection it still has, even if the listening one is lost', async () => {
    const { url, raw } = await newPlace();
    const old = await start(url, OLD, { wall: createManualClock() });
    await old.merchants.put(MERCHANT);
    await cut(raw, 'listening');
    await expect(migrate(new Servers(url), CONTRACTED)).rejects.toThrow(
      /^1 process of an older version/,
    );
    expect(await lastStep(raw)).toBe(LAST);
  });

  it('stops using the store if a newer version excludes it, and logs that once', async () => {
    const { url, raw } = await newPlace();
    const wall = createManualClock();
    const said: string[] = [];
    const log = { info: () => {}, error: (_: object, line: string) => void said.push(line) };
    const old = await start(url, OLD, { wall, log });
    await old.merchants.put(MERCHANT);
    await cut(raw, 'all');
    await until(
      async () => (await connections(raw)).length,
      (count) => count === 0,
    );
    await migrate(new Servers(url), CONTRACTED);
    await expect(old.merchants.put(MERCHANT)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(old.merchants.read(MERCHANT.id)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(old.check()).rejects.toBeInstanceOf(StoreUnavailable);
    for (let attempts = 0; attempts < 3; attempts += 1) {
      await until(
        () => wall.armed(),
        (armed) => armed > 0,
      );
      wall.advance(SECOND);
    }
    await until(
      () => wall.armed(),
      (armed) => armed > 0,
    );
    expect(said).toEqual(['The database was written by a newer version; install that version.']);
  });

  it('connects again beside a newer version that allows it', async () => {
    const { url, raw } = await newPlace();
    const old = await start(url, OLD);
    await old.merchants.put(MERCHANT);
    await migrate(new Servers(url), EXPANDED);
    await cut(raw, 'all');
    await until(
      () => connections(raw),
      (rows) => rows.some(({ step }) => step === LAST),
    );
    expect((await old.merchants.read(MERCHANT.id))?.id).toBe(MERCHANT.id);
  });
});

it('a service that a newer version excludes answers 503, and is not ready', async () => {
  const { url, raw } = await newPlace();
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) };
  const test = await startTestService({ databaseUrl: url, log });
  ends.push(() => test.stop());
  const { pos } = test.users;
  const sale = { method: 'POST', body: paymentDraft({ pos_tid: 'first' }) };
  expect((await test.secret(pos, '/payment_request/', sale)).status).toBe(201);
  const ready = () => send(new URL('/health/ready', test.ready.base_url).href);
  expect((await ready()).status).toBe(200);
  // As if the step was applied while the network between service and database was down.
  await raw.exec(`INSERT INTO migration VALUES (${LAST + 1}, 'next', 'x', ${LAST + 1})`);
  await cut(raw, 'all');
  await until(ready, ({ status }) => status === 503);
  const again = await test.secret(pos, '/payment_request/', sale);
  expect([again.status, Number(again.headers['retry-after']) > 0]).toEqual([503, true]);
  const said = () =>
    lines
      .join('')
      .split('\n')
      .filter((line) => line.includes(`"msg":"${NEWER_VERSION}"`));
  await until(said, (found) => found.length > 0);
  expect(said()).toHaveLength(1);
  expect((await send(new URL('/health/live', test.ready.base_url).href)).status).toBe(200);
});

it('ignores kinds, forms and members of notices that only another version knows', async () => {
  const { url, raw } = await newPlace();
  const old = await start(url, OLD);
  const heard: string[] = [];
  old.channels.onEvents((_, channel) => heard.push(channel));
  old.onElsewhere(({ id }) => heard.push(id));
  const items = [
    ...[['new', 'merchant', 'id'], { kind: 'object' }, 'text', null, ['p', {}, 5]],
    ['e', 'merchant', 'till', { added: true }],
  ];
  for (const payload of ['{}', '"text"', 'no JSON', JSON.stringify(['another', ...items])]) {
    await raw.exec(`SELECT pg_notify('tillkit', '${payload}')`);
  }
  await until(
    () => heard,
    (channels) => channels.length > 0,
  );
  expect(heard).toEqual(['till']);
});
