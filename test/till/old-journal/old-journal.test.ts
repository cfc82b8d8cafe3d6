import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { decode, encode } from '../../../main/host/journal/line-format.ts';
import { stateOf } from '../../../shared/terminal/sale/sale-state.ts';
import { recoverState } from '../../../shared/terminal/start/recover.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createModelService } from '../../support/model-service.ts';
import { createMemoryJournal, drive, startTill } from '../../support/till.ts';

/*
 * A journal as the first version of the till wrote it, with every kind of record there was then. The
 * file is frozen: a till that is updated must know every sale it knew before.
 */
const bytes = readFileSync(fileURLToPath(new URL('./first.journal', import.meta.url)));
const AT = Date.UTC(2026, 0, 5, 8, 0, 3);

it('the till reads every record of the first version, and writes it with the same bytes', () => {
  const { records, damage, tornBytes } = decode(bytes);
  expect({ damage, tornBytes, count: records.length }).toEqual({
    damage: null,
    tornBytes: 0,
    count: 29,
  });
  expect(Buffer.concat(records.map(encode)).equals(bytes)).toBe(true);
});

it('the till restores the sales with the numbers and states of the first version', () => {
  const { sales, unclaimed, codes, tendered, lastNumber } = recoverState(decode(bytes).records);
  const told = [...sales.values()].map((sale) => [sale.facts.number, stateOf(sale).kind]);
  expect(told).toEqual([
    [1, 'paid'],
    [2, 'refused'],
    [3, 'aborted'],
    [4, 'waiting_approval'],
    [5, 'authorised'],
    [6, 'refused'],
  ]);
  const held = [...sales.values()].find((sale) => sale.facts.number === 5)?.facts;
  expect(held).toMatchObject({
    additional: 500,
    because: 'capture_failed',
    aside: true,
    leg: null,
    label: null,
    awaits: null,
  });
  expect([...unclaimed.keys()]).toEqual(['pstranger0001']);
  expect({ codes: codes.size, tendered, lastNumber }).toEqual({
    codes: 0,
    tendered: [],
    lastNumber: 6,
  });
});

it('a till that opens the journal repeats the request of each open sale unchanged', async () => {
  const clock = createManualClock(AT);
  const service = createModelService(clock);
  const { records } = decode(bytes);
  const { journal } = createMemoryJournal(records);
  const till = startTill({ client: service.client, journal, clock });
  await drive(clock, () => service.payments().length === 2);
  const opened = records.filter((one) => one.kind === 'opened');
  for (const { request } of service.payments()) {
    const before = opened.find((one) => one.sale === request.pos_tid);
    expect(request).toMatchObject({ ...before?.body });
  }
  await till.stop();
});
