import { expect, it } from 'vitest';
import { SECOND } from '../../shared/time/clock.ts';
import { saleView } from '../shared/device/kiosk/worlds.ts';
import type { Passage } from './audit-orders.ts';
import { createAuditor } from './auditor.ts';
import type { CallSeen } from './calls-seen.ts';

const FRONT = saleView({ kind: 'creating' }, { id: 's', tid: null, mode: { kind: 'sale' } });

/** A sale at a till that accepts a renewal at 0 s, reads at 25 s and sends the renewal at 50 s. */
function findingsOfLateRenewal(
  passage: Passage,
  disk: 'can write' | 'cannot write' = 'can write',
): readonly string[] {
  let now = 0;
  const auditor = createAuditor('attended', () => now);
  const send = (call: CallSeen, how: Passage) =>
    auditor.sent({ till: 'till1', method: '', target: '', json: null }, call, how);
  auditor.began('till1');
  auditor.started('till1', 's', 'authorise');
  auditor.served(send({ kind: 'create', posTid: 's', body: '{}' }, 'served'), 201, { id: 'tid' });
  auditor.orderAnswered(auditor.ordered('till1', 's', 'renew'), true);
  now = 25 * SECOND;
  send({ kind: 'read', tid: 'tid' }, passage);
  auditor.saw('till1', [], disk);
  now = 50 * SECOND;
  send({ kind: 'command', tid: 'tid', action: 'reauth', part: null }, 'served');
  return auditor.findings();
}

it('a renewal is late when the till could have sent it before', () => {
  expect(findingsOfLateRenewal('served')).toEqual(['sale s: renew came too late']);
});

it('a renewal is not late while the network disturbs what the till must read first', () => {
  expect(findingsOfLateRenewal('disturbed')).toEqual([]);
});

it('an order is not late while the screen says that the journal cannot be written', () => {
  expect(findingsOfLateRenewal('served', 'cannot write')).toEqual([]);
});

/**
 * A cancellation without an answer, then a restart, then an abort of the sticker's request and a capture
 * by the code.
 */
function findingsAfterRestart(codes: 'one code' | 'two codes'): readonly string[] {
  const auditor = createAuditor('attended', () => 0);
  const send = (call: CallSeen) =>
    auditor.sent({ till: 'till1', method: '', target: '', json: null }, call, 'served');
  const command = (tid: string, action: string) =>
    send({ kind: 'command', tid, action, part: null });
  auditor.began('till1');
  auditor.started('till1', 's', 'sale', codes);
  for (const posTid of codes === 'two codes' ? ['s', '_second.s'] : ['s']) {
    auditor.served(send({ kind: 'create', posTid, body: posTid }), 201, { id: posTid });
  }
  auditor.ordered('till1', 's', 'cancel');
  auditor.began('till1');
  command(codes === 'two codes' ? '_second.s' : 's', 'abort');
  command('s', 'capture');
  return auditor.findings();
}

it('the abort of the losing code is not taken for a cancellation that was lost when the till stopped', () => {
  expect(findingsAfterRestart('two codes')).toEqual([]);
});

it('the abort of the only code carries out a cancellation from before the restart', () => {
  expect(findingsAfterRestart('one code')).toEqual([
    'money of sale s was taken after a person had ordered: cancel',
  ]);
});

it('a refused order does not put a sale back when a later order has already moved it', () => {
  let now = 0;
  const auditor = createAuditor('attended', () => now);
  auditor.began('till1');
  auditor.started('till1', 's', 'sale');
  auditor.orderAnswered(auditor.ordered('till1', 's', 'set_aside'), true);
  now = 1 * SECOND;
  const first = auditor.ordered('till1', 's', 'bring_to_front');
  now = 2 * SECOND;
  auditor.ordered('till1', 's', 'bring_to_front');
  auditor.orderAnswered(first, false);
  auditor.saw('till1', [FRONT], 'can write');
  expect(auditor.findings()).toEqual([]);
});
