import { expect, it, onTestFinished } from 'vitest';
import { compact } from '../../shared/terminal/start/compact.ts';
import { HOUR } from '../../shared/time/clock.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createModelService } from '../support/model-service.ts';
import { createMemoryJournal, startTill } from '../support/till.ts';

/* A payment in cash, of which a program tells the engine, counts once however often the program repeats the call. */

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
  const give = (id: string) => terminal.tendered({ id, method: 'cash', amount: 1_000 });
  expect(await Promise.all([give('r-1'), give('r-1'), give('r-2')])).toEqual([NEW, BEFORE, NEW]);
  expect(await give('r-1')).toEqual(BEFORE);
  expect(tenders()).toMatchObject([{ id: 'r-1' }, { id: 'r-2' }]);
});

it('a restart and a compaction of the journal keep the id', async () => {
  const first = tillOn();
  await first.terminal.tendered({ id: 'r-1', method: 'cash', amount: 1_000 });
  first.clock.advance(1_000);
  await first.terminal.tendered({ id: 'r-2', method: 'cash', amount: 1_000 });
  first.clock.advance(1_000);
  await first.terminal.tendered({ id: 'other-13', method: 'card', amount: 1_000 });
  const kept = compact(first.memory.records, first.clock.now() + HOUR);
  const second = tillOn(kept);
  expect(await second.terminal.tendered({ id: 'r-1', method: 'cash', amount: 1_000 })).toEqual(
    BEFORE,
  );
  expect(await second.terminal.tendered({ id: 'r-2', method: 'cash', amount: 1_000 })).toEqual(
    BEFORE,
  );
  expect(await second.terminal.tendered({ id: 'r-3', method: 'cash', amount: 1_000 })).toEqual(NEW);
});

it('a repeat whose first call was not saved is recorded', async () => {
  const { terminal, memory, tenders } = tillOn();
  const full = { ok: false, failure: { kind: 'full', description: 'The disk is full.' } } as const;
  memory.onAppend(async () => full);
  expect(await terminal.tendered({ id: 'r-1', method: 'cash', amount: 1_000 })).toMatchObject({
    ok: false,
  });
  memory.onAppend(async () => ({ ok: true }));
  expect(await terminal.tendered({ id: 'r-1', method: 'cash', amount: 1_000 })).toEqual(NEW);
  expect(tenders()).toHaveLength(1);
});
