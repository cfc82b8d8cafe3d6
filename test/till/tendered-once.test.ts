import { expect, it, onTestFinished } from 'vitest';
import { startLocalApi } from '../../main/host/local-api/server.ts';
import { compact } from '../../shared/terminal/start/compact.ts';
import { HOUR } from '../../shared/time/clock.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createModelService } from '../support/model-service.ts';
import { ids } from '../support/payments.ts';
import { newQuickFolder } from '../support/quick-folder.ts';
import { createRegister } from '../support/register.ts';
import { createMemoryJournal, startTill } from '../support/till.ts';
import { apiParts } from '../support/till-parts.ts';

/* A payment in cash, of which a register tells the till, counts once however often the register repeats the call. */

type Records = ReturnType<typeof createMemoryJournal>['records'];

function tillOn(records: Records = []) {
  const clock = createManualClock(1_000_000);
  const memory = createMemoryJournal(records);
  const service = createModelService(clock);
  const terminal = startTill({ client: service.client, journal: memory.journal, clock });
  onTestFinished(() => terminal.stop());
  const tenders = () => memory.records.filter(({ kind }) => kind === 'tendered');
  return { clock, memory, terminal, tenders };
}

const NEW = { ok: true, value: null };
const BEFORE = { ok: true, value: { before: 'tendered' } };

it('the same id is recorded once, at the same moment and later', async () => {
  const { terminal, tenders } = tillOn();
  const give = (id: string | null) => terminal.tendered('cash', null, id);
  expect(await Promise.all([give('r-1'), give('r-1'), give('r-2')])).toEqual([NEW, BEFORE, NEW]);
  expect(await give('r-1')).toEqual(BEFORE);
  expect(tenders()).toMatchObject([{ id: 'r-1' }, { id: 'r-2' }]);
  expect([await give(null), await give(null)]).toEqual([NEW, NEW]);
  expect(tenders()).toHaveLength(4);
});

it('a restart and a compaction of the journal keep the id', async () => {
  const first = tillOn();
  await first.terminal.tendered('cash', null, 'r-1');
  first.clock.advance(1_000);
  await first.terminal.tendered('cash', null, 'r-2');
  first.clock.advance(1_000);
  await first.terminal.tendered('card');
  const kept = compact(first.memory.records, first.clock.now() + HOUR);
  const second = tillOn(kept);
  expect(await second.terminal.tendered('cash', null, 'r-1')).toEqual(BEFORE);
  expect(await second.terminal.tendered('cash', null, 'r-2')).toEqual(BEFORE);
  expect(await second.terminal.tendered('cash', null, 'r-3')).toEqual(NEW);
});

it('a repeat whose first call was not saved is recorded', async () => {
  const { terminal, memory, tenders } = tillOn();
  const full = { ok: false, failure: { kind: 'full', description: 'The disk is full.' } } as const;
  memory.onAppend(async () => full);
  expect(await terminal.tendered('cash', null, 'r-1')).toMatchObject({ ok: false });
  memory.onAppend(async () => ({ ok: true }));
  expect(await terminal.tendered('cash', null, 'r-1')).toEqual(NEW);
  expect(tenders()).toHaveLength(1);
});

it('a register names each payment', async () => {
  const { terminal, clock, tenders } = tillOn();
  const directory = newQuickFolder('tillkit-tendered-');
  const { parts, stop } = apiParts(terminal, clock);
  const api = await startLocalApi({
    ...parts,
    till: { posId: 'till1', currency: 'NOK' },
    directory,
    port: 0,
    ids,
    report: () => undefined,
  });
  onTestFinished(async () => {
    await api.stop();
    stop();
  });
  const { call } = createRegister(api);
  const give = async (body: object) => (await call('POST', 'tendered/', { body })).status;
  const named = { method: 'cash', tendered_id: 'receipt-1' };
  expect([await give(named), await give(named)]).toEqual([204, 204]);
  expect(tenders()).toHaveLength(1);
  // Without a name a repeat would be counted as another payment.
  expect(await give({ method: 'cash' })).toBe(400);
  expect(tenders()).toHaveLength(1);
  expect(await give({ tendered_id: 'a b' })).toBe(400);
});
