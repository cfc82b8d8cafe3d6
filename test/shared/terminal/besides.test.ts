import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SaleRequest, Terminal, TerminalDeps } from '../../../shared/terminal/index.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { createModelService, silence } from '../../support/model-service.ts';
import {
  createHandPush,
  createMemoryJournal,
  drive,
  QR_SALE,
  rest,
  SETUP,
  startTill,
} from '../../support/till.ts';

/* What a till does besides its open sales. */

const OWN = { deviceCode: { shortlinkId: 'abcde', address: 'http://pay.test/s/abcde' } };

let clock: ManualClock;
let service: ReturnType<typeof createModelService>;
let memory: ReturnType<typeof createMemoryJournal>;
let hand: ReturnType<typeof createHandPush>;
let till: Terminal;

function begin(more: Partial<Omit<TerminalDeps, 'ids'>> = {}): void {
  hand = createHandPush();
  const { journal } = memory;
  const given = { client: service.client, journal, clock, push: hand.push, settings: OWN };
  till = startTill({ ...given, ...more });
}

beforeEach(() => {
  clock = createManualClock();
  service = createModelService(clock);
  memory = createMemoryJournal();
  begin();
});
afterEach(() => till.stop());

type Said = { readonly ok: boolean; readonly refusal?: { type: string; description: string } };
const said = ({ refusal }: Said) =>
  refusal === undefined ? 'done' : `${refusal.type}: ${refusal.description}`;
async function started(request: SaleRequest = QR_SALE): Promise<string> {
  const answer = await till.start(request);
  if (!answer.ok) throw new Error(answer.refusal.description);
  await rest();
  return answer.value.id;
}
const calls = (name: string) => service.calls.filter((call) => call.name === name).length;

describe('a till that asks for data', () => {
  const ask = { customer: { kind: 'phone', msisdn: '4712345678' }, scope: '', text: null } as const;

  it('reads the answer when push says that there is one, and when somebody looks', async () => {
    await till.stop();
    let reads = 0;
    const permissions: TerminalDeps['permissions'] = {
      permissionCreate: async () => ({ ok: true, status: 201, value: { id: 'r1' } }),
      permissionOutcome: async () => {
        reads += 1;
        return silence();
      },
    };
    begin({ permissions, settings: { ...SETUP, pollWithPush: 60_000 } });
    expect(said(await till.askPermission(ask))).toBe('done');
    await rest();
    expect(till.view().permissions).toMatchObject([{ rid: 'r1', state: 'waiting' }]);
    expect(said(await till.takePermission('data-x'))).toBe(
      'Not Found: This till has no such request at the service.',
    );
    const before = reads;
    await till.stop();
    clock.advance(60_000);
    await rest();
    expect(reads).toBe(before);
  });

  it('does so only where it was made for it', async () => {
    expect(said(await till.askPermission(ask))).toBe('Conflict: This till does not ask for data.');
  });
});

describe('a till that nobody uses', () => {
  it('looks whether the service is there, unless push or a sale shows it', async () => {
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
  it('leave the view and are found by their id and their register’s name all the same', async () => {
    await till.stop();
    begin({ settings: { ...SETUP, endedShown: 1 } });
    const ids: string[] = [];
    for (const reference of ['R-1', 'R-2']) {
      const id = await started({ ...QR_SALE, register: { reference, fingerprint: 'f' } });
      await drive(clock, () => till.sale(id)?.state.kind === 'waiting_scan');
      await till.act(id, 'cancel');
      await drive(clock, () => till.sale(id)?.state.kind === 'aborted');
      await till.act(id, 'dismiss');
      ids.push(id);
    }
    await started();
    expect(till.view().sales).toHaveLength(2);
    expect(till.named('R-1')?.id).toBe(ids[0]);
    expect(till.sale(ids[0] ?? '')?.state.kind).toBe('aborted');
    const reads = calls('read');
    till.refresh();
    await rest();
    // An ended sale is not asked about any more.
    expect(calls('read') - reads).toBeLessThanOrEqual(1);
  });
});
