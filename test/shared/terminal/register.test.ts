import { beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import type { JournalRecord, SaleRequest, Terminal } from '../../../shared/terminal/index.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { createModelService, type ModelService } from '../../support/model-service.ts';
import { createMemoryJournal, drive, rest, startTill } from '../../support/till.ts';

/* A cash register's own name of a sale: one name, one sale, whatever happens in between. */

let clock: ManualClock;
let service: ModelService;
let memory: ReturnType<typeof createMemoryJournal>;
let till: Terminal;

const named = (
  reference: string,
  amount = 4_200,
  more: Partial<SaleRequest> = {},
): SaleRequest => ({
  amount: money(amount),
  text: null,
  way: { kind: 'qr' },
  register: { reference, fingerprint: `${reference} ${amount}` },
  ...more,
});

function start(found: readonly JournalRecord[] = []): void {
  memory = createMemoryJournal(found);
  till = startTill({ client: service.client, journal: memory.journal, clock });
}

beforeEach(() => {
  clock = createManualClock();
  service = createModelService(clock);
  start();
});

const opened = () => memory.records.filter(({ kind }) => kind === 'opened');

describe('a register’s reference', () => {
  it('finds its sale again, before and after its end', async () => {
    const first = await till.start(named('R-1'));
    const again = await till.start(named('R-1'));
    expect(first.ok && again.ok && again.value).toEqual({
      id: first.ok && first.value.id,
      before: 'started',
    });
    expect(till.named('R-1')?.reference).toBe('R-1');
    expect(opened()).toHaveLength(1);
  });

  it('finds it again after a restart', async () => {
    const first = await till.start(named('R-1'));
    await till.stop();
    start(memory.records);
    const again = await till.start(named('R-1'));
    expect(again).toMatchObject({ ok: true, value: { id: first.ok && first.value.id } });
    const other = await till.start(named('R-1', 4_201));
    expect(other).toMatchObject({ ok: false, refusal: { type: 'Conflict' } });
    expect(opened()).toHaveLength(1);
  });

  it('makes one sale of many calls at once, also when the disk refuses the first', async () => {
    let writes = 0;
    memory.onAppend(async () => {
      writes += 1;
      await rest();
      if (writes > 1) return { ok: true };
      return { ok: false, failure: { kind: 'full', description: 'It is full.' } };
    });
    const aside = { place: 'aside' } as const;
    const calls = [1, 2, 3, 4].map(() => till.start(named('R-1', 4_200, aside)));
    await drive(clock, () => opened().length > 0);
    const answers = await Promise.all(calls);
    expect(answers[0]).toMatchObject({ ok: false, refusal: { type: 'Service Unavailable' } });
    const ids = answers.flatMap((answer) => (answer.ok ? [answer.value.id] : []));
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
    expect(opened()).toHaveLength(1);
  });

  it('is remembered after its sale has left the view', async () => {
    await till.stop();
    till = startTill({
      client: service.client,
      journal: memory.journal,
      clock,
      settings: { endedShown: 2 },
    });
    const first = await till.start(named('R-0'));
    for (let count = 0; count < 5; count += 1) {
      const reference = `R-${count}`;
      const started = await till.start(named(reference));
      await drive(clock, () => till.named(reference)?.state.kind === 'waiting_scan');
      if (started.ok) await till.act(started.value.id, 'cancel');
      await drive(clock, () => till.named(reference)?.state.kind === 'aborted');
    }
    expect(till.view().sales.some(({ reference }) => reference === 'R-0')).toBe(false);
    const id = first.ok ? first.value.id : '';
    expect(till.sale(id)).toMatchObject({ reference: 'R-0', state: { kind: 'aborted' } });
    expect(await till.start(named('R-0'))).toMatchObject({ value: { id, before: 'started' } });
    expect(await till.act(id, 'capture')).toMatchObject({ ok: false });
  });
});
