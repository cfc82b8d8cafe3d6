import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recoverJournal } from '../../../../main/commands/journal/recover.ts';
import { openTillOf, type Till } from '../../../../main/host/till/open-till.ts';
import { CASHIER } from '../../../../main/host/till/presence.ts';
import { money } from '../../../../shared/money/money.ts';
import { TILL_SETTINGS } from '../../../support/scripted-terminal.ts';
import { startTestService, type TestService } from '../../../support/service.ts';
import { ON_THIS_MACHINE } from '../../../support/sold-till.ts';

/* A till whose journal was destroyed while the customer approved: the sale is at the service. */

let service: TestService;
let directory: string;
let path: string;
/** A till that signs no refunds, and knows no page of settlements. */
const UNSIGNED = { signer: null, settlements: null };

let engine: Till | null = null;
const reports: string[] = [];
beforeEach(async () => {
  service = await startTestService({ clock: 'system' });
  reports.length = 0;
  directory = await mkdtemp(join(tmpdir(), 'tillkit-recovery-'));
  path = join(directory, 'terminal.journal');
});
afterEach(async () => {
  await engine?.close();
  engine = null;
  await service.stop();
  await rm(directory, { recursive: true, force: true });
});

async function open(baseUrl = service.ready.base_url): Promise<Till> {
  const { merchant, users, pos } = service.ready;
  const secret = users.find((user) => user.id === 'pos')?.secret ?? '';
  const credentials = { kind: 'secret', secret } as const;
  const identity = { merchantId: merchant.id, userId: 'pos', credentials };
  const report = (sentence: string) => void reports.push(sentence);
  const settings = { ...TILL_SETTINGS, posId: pos[0]?.id ?? '' };
  engine = await openTillOf(
    { baseUrl, identity },
    { ...ON_THIS_MACHINE, ...UNSIGNED, directory, settings, report, presence: CASHIER },
  );
  return engine;
}

async function close(): Promise<void> {
  await engine?.close();
  engine = null;
}

const shown = (till: Till, id: string) => till.terminal.view().sales.find((one) => one.id === id);

/** A sale that the till asked for; the customer approves after the till has stopped. */
async function soldThenStopped(): Promise<{ readonly id: string; readonly tid: string }> {
  const { terminal } = await open();
  const started = await terminal.start({
    amount: money(4_200),
    text: null,
    method: { kind: 'qr' },
  });
  if (!started.ok) throw new Error(started.refusal.description);
  const { id } = started.value;
  const tid = () => terminal.view().sales.find((one) => one.id === id)?.tid ?? null;
  await expect.poll(tid).not.toBeNull();
  const known = tid() ?? '';
  await close();
  const customer = service.ready.customers[0]?.msisdn;
  const at = `/payment_request/${known}`;
  await service.simulator(`${at}/claim/`, { method: 'POST', body: { customer } });
  await service.simulator(`${at}/confirm/`, { method: 'POST', body: {} });
  return { id, tid: known };
}

it('after recovery of a journal of zeros, the till loads its open sale from the service', async () => {
  const { id, tid } = await soldThenStopped();
  const zeros = Buffer.alloc((await stat(path)).size);
  await writeFile(path, zeros);
  await expect(open()).rejects.toThrow(/is damaged at byte 0 .*tillkit journal --recover/);
  expect(await readFile(path)).toEqual(zeros);

  const recovered = await recoverJournal(path);
  expect(recovered).toMatchObject({ ok: true });
  expect(await readFile(`${path}.damaged-0`)).toEqual(zeros);
  // Without the service the till does not know what is open, and sells nothing.
  await expect(open('http://127.0.0.1:1/merchant/v1')).rejects.toThrow(/does not answer/);

  const till = await open();
  expect(reports.at(-1)).toContain('1 open payments that the journal did not contain');
  await expect.poll(() => shown(till, id)?.state.kind).toBe('authorised');
  expect(shown(till, id)).toMatchObject({ tid, amount: 4_200 });
  await till.terminal.act(id, 'capture');
  await expect.poll(() => shown(till, id)?.state.kind).toBe('paid');
  await close();
  // The sale is in the journal now, and the service is not asked again.
  const again = await open();
  expect(reports).toHaveLength(1);
  expect(again.terminal.view().sales.filter((one) => one.tid === tid).length).toBeLessThanOrEqual(
    1,
  );
});

it('recovery of a damaged journal keeps the whole records, and a kept sale appears once', async () => {
  const { id } = await soldThenStopped();
  const bytes = await readFile(path);
  const last = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
  bytes.writeUInt8(bytes.readUInt8(last + 30) ^ 1, last + 30);
  await writeFile(path, bytes);
  await expect(open()).rejects.toThrow(/is damaged/);
  expect(await recoverJournal(path)).toMatchObject({ ok: true });
  const till = await open();
  await expect.poll(() => shown(till, id)?.state.kind).toBe('authorised');
  expect(till.terminal.view().sales.filter((one) => one.id === id)).toHaveLength(1);
});

it('an intact journal is not changed', async () => {
  await soldThenStopped();
  const before = await readFile(path);
  expect((await recoverJournal(path)).sentence).toContain('nothing to recover');
  expect(await readFile(path)).toEqual(before);
});
