import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import type { JournalRecord, Written } from '../../shared/terminal/index.ts';
import type { RefundQueue } from '../../shared/terminal/refunds/queue.ts';
import type { RefundClient } from '../../shared/terminal/refunds/send.ts';
import { type RefundWorld, refundWorld } from '../shared/terminal/refunds/refund-world.ts';
import type { Fate } from '../support/model-service.ts';
import { rest } from '../support/till.ts';

/* The till refunds an undelivered amount once, without a supervisor's approval. */

let world: RefundWorld;
let clock: RefundWorld['clock'];
let service: RefundWorld['service'];
let memory: RefundWorld['memory'];
let refundQueue: RefundQueue;

function begin(client: RefundClient | null = service.client): RefundQueue {
  refundQueue = world.begin(client);
  return refundQueue;
}

let tid = '';
beforeEach(async () => {
  world = refundWorld();
  ({ clock, service, memory } = world);
  tid = await world.paid('1-a');
  begin();
});
afterEach(() => refundQueue.stop());

const refunds = () => world.refunds();
const fateOf = (name: string, fate: Fate) => world.fateOf(name, fate);
const pass = (time: number) => world.pass(time);
const full: Written = { ok: false, failure: { kind: 'full', description: 'Full.' } };

describe('the refund of an undelivered amount', () => {
  const part = { id: '1-a-v-r', amount: money(600), additional: money(0) };
  const order = () => ({ tid, part, currency: 'NOK', text: null });
  const back = () => {
    const ends: string[] = [];
    refundQueue.giveBack(order(), (how) => ends.push(how));
    return ends;
  };

  it('is made once without an approval, and its result is reported', async () => {
    const ends = back();
    await rest();
    expect([ends, refunds().map(({ id, amount }) => [id, amount])]).toEqual([
      ['done'],
      [['1-a-v-r', 600]],
    ]);
    expect(refundQueue.refunds()[0]).toMatchObject({ approver: null, approval: null });
    expect(back()).toEqual(['done']);
    await pass(5_000);
    expect([refunds().length, ends]).toEqual([1, ['done']]);
  });

  it('is made once if it is requested again meanwhile, and the last caller gets the result', async () => {
    fateOf('refund', 'drop_before');
    back();
    await rest();
    const ends = back();
    service.setFate(() => 'deliver');
    await pass(5_000);
    expect([ends, refunds().length]).toEqual([['done'], 1]);
    expect(memory.records.filter(({ kind }) => kind === 'refund_opened')).toHaveLength(1);
  });

  it('waits until the journal can be written, with a growing backoff', async () => {
    const tries: number[] = [];
    const from = clock.now();
    memory.onAppend(async (record: JournalRecord) => {
      if (record.kind === 'refund_opened') tries.push(clock.now() - from);
      return tries.length < 4 ? full : { ok: true };
    });
    const ends = back();
    await rest();
    await pass(20_000);
    expect([ends, refunds().length]).toEqual([['done'], 1]);
    expect(tries).toEqual([0, 500, 1_500, 3_500]);
  });

  it('is refused without a key, so that a person has to make it', () => {
    begin(null);
    expect(back()).toEqual(['refused']);
  });

  it('is reported as refused if the service refuses it, also after a restart', async () => {
    service.setRefusal(({ name }) => (name === 'refund' ? 400 : null));
    const ends = back();
    await rest();
    expect(ends).toEqual(['refused']);
    begin();
    expect(back()).toEqual(['refused']);
  });

  it('is sent again after a restart if it may have arrived', async () => {
    fateOf('refund', 'drop_after');
    back();
    await rest();
    refundQueue.stop();
    service.setFate(() => 'deliver');
    // The operator revokes the key. The first attempt may still have succeeded.
    service.setRefusal(({ name }) => (name === 'refund' ? 403 : null));
    begin();
    const ends = back();
    await pass(5_000);
    expect(ends).toEqual([]);
    service.setRefusal(() => null);
    await pass(20_000);
    expect([ends, refunds().length]).toEqual([['done'], 1]);
  });

  it('is not sent again after a restart if it has ended', async () => {
    back();
    await rest();
    const calls = service.calls.length;
    begin();
    await pass(20_000);
    expect(service.calls).toHaveLength(calls);
  });
});
