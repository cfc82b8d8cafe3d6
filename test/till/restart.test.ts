import { describe, expect, it } from 'vitest';
import {
  isFinal,
  type JournalRecord,
  type Terminal,
  type TerminalSetup,
} from '../../shared/terminal/index.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createModelService, refused } from '../support/model-service.ts';
import { createMemoryJournal, drive, QR_SALE, rest, startTill } from '../support/till.ts';

const saleIn = (till: Terminal) => till.view().sales[0];
const isOver = (till: Terminal) => {
  const sale = saleIn(till);
  return sale !== undefined && isFinal(sale.state);
};

describe('a till after a restart', () => {
  const opened = async (settings: Partial<TerminalSetup> = {}) => {
    const clock = createManualClock();
    const service = createModelService(clock);
    const memory = createMemoryJournal();
    const first = startTill({ client: service.client, journal: memory.journal, clock });
    await first.start(QR_SALE);
    await drive(clock, () => saleIn(first)?.state.kind === 'waiting_scan');
    await first.stop();
    const again = (records: readonly JournalRecord[] = memory.records) => {
      const { journal } = createMemoryJournal(records);
      return startTill({ client: service.client, journal, clock, settings });
    };
    return { clock, service, memory, again };
  };

  it('shows a sale that waits for a scan, and captures it when the customer approves', async () => {
    const { service, clock, again } = await opened();
    const till = again();
    expect(saleIn(till)?.state.kind).toBe('waiting_scan');
    await rest();
    const creates = service.calls.filter((call) => call.name === 'create');
    expect(creates.map((call) => call.posTid)).toEqual([saleIn(till)?.id, saleIn(till)?.id]);
    service.confirm();
    await drive(clock, () => isOver(till));
    expect(saleIn(till)?.state.kind).toBe('paid');
    await till.stop();
  });

  it('shows a sale that was approved meanwhile as authorised, and captures nothing by itself', async () => {
    const { service, clock, again } = await opened();
    service.confirm();
    const till = again();
    await drive(clock, () => saleIn(till)?.state.kind === 'authorised');
    expect(saleIn(till)?.state).toMatchObject({ because: 'recovered' });
    expect(saleIn(till)?.log.map((line) => line.key)).toContain('found_after_restart');
    clock.advance(60_000);
    await rest();
    expect(service.only().captures).toEqual([]);
    await till.stop();
  });

  it('releases a sale that was approved meanwhile if the till is unattended', async () => {
    const { service, clock, again } = await opened({ policy: 'unattended' });
    service.confirm();
    const till = again();
    await drive(clock, () => isOver(till));
    expect(saleIn(till)?.state.kind).toBe('released');
    await till.stop();
  });

  it('completes a journalled capture once, whether it had arrived or not', async () => {
    for (const arrived of [false, true]) {
      const { service, clock, again, memory } = await opened();
      const sale = memory.records[0]?.kind === 'opened' ? memory.records[0].sale : '';
      service.confirm();
      if (arrived) service.happen({ kind: 'capture', part: null });
      const intent: JournalRecord = {
        v: 1,
        at: clock.now(),
        sale,
        kind: 'intent',
        what: 'capture',
      };
      const till = again([...memory.records, intent]);
      await drive(clock, () => isOver(till));
      expect(saleIn(till)?.state.kind).toBe('paid');
      expect(service.only().captures).toHaveLength(1);
      await till.stop();
    }
  });

  it('shows a sale as authorised if the customer approved it during its cancellation', async () => {
    const { service, clock, again, memory } = await opened();
    const sale = memory.records[0]?.kind === 'opened' ? memory.records[0].sale : '';
    service.confirm();
    const intent: JournalRecord = { v: 1, at: clock.now(), sale, kind: 'intent', what: 'abort' };
    const till = again([...memory.records, intent]);
    await drive(clock, () => saleIn(till)?.state.kind === 'authorised');
    expect(saleIn(till)?.state).toMatchObject({ because: 'won_abort_race' });
    expect(service.calls.map((call) => call.name)).not.toContain('abort');
    await till.stop();
  });

  it('does not end a sale on a refusal if its request may exist', async () => {
    const { clock, service, memory } = await opened();
    const client = { ...service.client, paymentCreate: async () => refused(401, 'No.') };
    const { journal } = createMemoryJournal(memory.records.slice(0, 1));
    const till = startTill({ client, journal, clock });
    await drive(clock, () => saleIn(till)?.state.kind === 'unclear', 12_000);
    await till.stop();
  });

  it('keeps a sale set aside, and resumes it when the service answers again', async () => {
    const { service, clock, again, memory } = await opened();
    const sale = memory.records[0]?.kind === 'opened' ? memory.records[0].sale : '';
    service.setFate(() => 'drop_before');
    const till = again([...memory.records, { v: 1, at: clock.now(), sale, kind: 'aside' }]);
    await drive(clock, () => saleIn(till)?.state.kind === 'unclear', 12_000);
    expect(saleIn(till)?.aside).toBe(true);
    service.setFate(() => 'deliver');
    await drive(clock, () => saleIn(till)?.state.kind === 'waiting_scan', 15_000);
    await till.stop();
  });
});
