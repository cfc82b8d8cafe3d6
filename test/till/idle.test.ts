import { describe, expect, it } from 'vitest';
import type { TerminalDeps } from '../../shared/terminal/index.ts';
import { silence } from '../support/model-service.ts';
import { QR_SALE, rest } from '../support/till.ts';
import { answerText, tillWorld } from '../support/till-world.ts';

/* Work of a till outside its open sales: data requests, the connection and ended sales. */

describe('a till that requests data', () => {
  const ask = { customer: { kind: 'phone', msisdn: '4712345678' }, scope: '', text: null } as const;

  it('lists its request as waiting, and reads nothing after the till has stopped', async () => {
    let reads = 0;
    const permissions: TerminalDeps['permissions'] = {
      permissionCreate: async () => ({ ok: true, status: 201, value: { id: 'r1' } }),
      permissionOutcome: async () => {
        reads += 1;
        return silence();
      },
    };
    const { clock, till } = tillWorld({ permissions, settings: { pollWithPush: 60_000 } });
    expect(answerText(await till.askPermission(ask))).toBe('done');
    await rest();
    expect(till.view().permissions).toMatchObject([{ rid: 'r1', state: 'waiting' }]);
    expect(answerText(await till.takePermission('data-x'))).toBe(
      'Not Found: This till has no such request at the service.',
    );
    const before = reads;
    await till.stop();
    clock.advance(60_000);
    await rest();
    expect(reads).toBe(before);
  });

  it('refuses a data request without access to permission requests', async () => {
    const { till } = tillWorld();
    expect(answerText(await till.askPermission(ask))).toBe(
      'Conflict: This till does not ask for data.',
    );
  });
});

describe('an idle till', () => {
  it('checks the connection to the service, except while push is connected or a sale is open', async () => {
    const { clock, hand, started, calls } = tillWorld();
    clock.advance(1_000);
    await rest();
    expect(calls('probe')).toBe(1);
    hand.link(true);
    clock.advance(30_000);
    await rest();
    expect(calls('probe')).toBe(1);
    hand.link(false);
    await started();
    clock.advance(10_000);
    await rest();
    expect(calls('probe')).toBe(1);
  });
});

describe('sales that have ended', () => {
  it('leave the view, and can still be read by id and by the register’s reference', async () => {
    const { till, started, saleBecomes, calls } = tillWorld({ settings: { endedShown: 1 } });
    const ids: string[] = [];
    for (const reference of ['R-1', 'R-2']) {
      const id = await started({ ...QR_SALE, register: { reference, fingerprint: 'f' } });
      await saleBecomes(id, 'waiting_scan');
      await till.act(id, 'cancel');
      await saleBecomes(id, 'aborted');
      await till.act(id, 'dismiss');
      ids.push(id);
    }
    await started();
    expect(till.view().sales).toHaveLength(2);
    expect(till.saleByReference('R-1')?.id).toBe(ids[0]);
    expect(till.sale(ids[0] ?? '')?.state.kind).toBe('aborted');
    const reads = calls('read');
    till.refresh();
    await rest();
    // The till does not read the outcome of an ended sale.
    expect(calls('read') - reads).toBeLessThanOrEqual(1);
  });
});
