import { expect, it } from 'vitest';
import { openLog } from '../../../service/app/log.ts';
import { OUTAGE_BEGAN, OUTAGE_ENDED, OUTAGE_LEFT, Outage } from '../../../service/app/outage.ts';
import { StoreBusy, StoreUnavailable } from '../../../service/store/store-errors.ts';
import { failureOf, faultReply, PERSON_WORDS } from '../../../service/web/unexpected-error.ts';
import { Closing } from '../../../shared/node/closing.ts';
import { createManualClock } from '../../support/manual-clock.ts';

type Line = Readonly<Record<string, unknown>>;

function newWorld() {
  const lines: Line[] = [];
  const outage = new Outage();
  const clock = createManualClock();
  const closing = new Closing();
  const { log, outageLog } = openLog(
    { write: (text) => lines.push(JSON.parse(text)) },
    'info',
    outage,
  );
  const database = { works: false };
  const check = async () => {
    if (!database.works) throw new StoreUnavailable('the database is away');
  };
  outage.watch({ log: outageLog, wall: clock, check }, closing);
  /** A second passes, and with it one look at the database. */
  const second = async () => {
    clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const said = () => lines.map(({ msg }) => msg);
  return { lines, said, outage, log, closing, database, second };
}

const AWAY = () => new StoreUnavailable('the database is away');

it('an outage has one line when it begins, with the stack, and one when it ends, with a count', async () => {
  const { lines, said, log, database, second } = newWorld();
  for (let request = 0; request < 4_000; request += 1) {
    expect(faultReply(AWAY(), `r-${request}`, log).status).toBe(503);
  }
  expect(failureOf(AWAY(), 'r', log, PERSON_WORDS)).toMatchObject({ retryAfterSeconds: 5 });
  log.error({ error: AWAY() }, 'work that is due has failed');
  log.error({ error: new StoreBusy() }, 'the delivery of callbacks has failed');
  for (let number = 0; number < 3; number += 1) await second();
  expect(said()).toEqual([OUTAGE_BEGAN]);
  expect(JSON.stringify(lines).match(/at .*outage\.test\.ts/g)?.length).toBeGreaterThan(0);
  database.works = true;
  await second();
  expect(said()).toEqual([OUTAGE_BEGAN, OUTAGE_ENDED]);
  expect(lines[1]).toMatchObject({ refused: 4_003, seconds: expect.any(Number) });
  // The next outage has its own lines and its own count.
  database.works = false;
  log.error({ error: AWAY() }, 'work that is due has failed');
  database.works = true;
  await second();
  expect(said().slice(2)).toEqual([OUTAGE_BEGAN, OUTAGE_ENDED]);
  expect(lines[3]).toMatchObject({ refused: 1 });
});

it('other errors keep their lines during an outage', async () => {
  const { said, log } = newWorld();
  log.error({ error: AWAY() }, 'a request failed');
  faultReply(new Error('a defect'), 'r-2', log);
  log.warn({ host: 'shop.example' }, 'a callback was not delivered');
  expect(said()).toEqual([OUTAGE_BEGAN, 'a request failed', 'a callback was not delivered']);
});

it('a failed readiness check begins an outage and is not counted', async () => {
  const { lines, outage, database, second } = newWorld();
  for (let poll = 0; poll < 5; poll += 1) outage.noticed(AWAY());
  database.works = true;
  await second();
  expect(lines).toEqual([
    expect.objectContaining({ msg: OUTAGE_BEGAN }),
    expect.objectContaining({ msg: OUTAGE_ENDED, refused: 0 }),
  ]);
});

it('a service that stops during an outage logs the count', async () => {
  const { lines, said, log, closing } = newWorld();
  log.error({ error: AWAY() }, 'a request failed');
  await closing.close();
  expect(said()).toEqual([OUTAGE_BEGAN, OUTAGE_LEFT]);
  expect(lines[1]).toMatchObject({ refused: 1 });
});
