import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Command, runCommand } from '../main/start/run-till.ts';
import { type LocalTill, startLocalTill } from '../support/local-till.ts';
import { startTestService, type TestService } from '../support/service.ts';

/* The example client, as a separate program, at a till with the real service behind it. */

const PROGRAM = 'examples/cash-register.ts';
let service: TestService;
let till: LocalTill;
const running: Command[] = [];
beforeAll(async () => {
  service = await startTestService({ clock: 'system' });
  till = await startLocalTill(service);
});
afterAll(async () => {
  for (const command of running) command.signal('SIGKILL');
  await till.stop();
  await service.stop();
});

function run(reference: string): Command {
  const command = runCommand(PROGRAM, [till.directory, reference, '4200']);
  running.push(command);
  return command;
}

it('the example register completes a sale, and a repeat with its reference makes no new sale', async () => {
  const before = till.terminal.view().sales.length;
  const register = run('receipt-1');
  const [, tid = ''] = await register.line(/waiting_scan http\S+\/p\/(\w+)\//);
  await service.service.simulator.claim(tid, service.ready.customers[0]?.msisdn ?? '');
  await service.service.simulator.confirm(tid);
  const { code, text } = await register.ended;
  expect([code, text.trim().split('\n').at(-1)]).toEqual([0, 'paid']);
  expect((await run('receipt-1').ended).text).toBe('paid\n');
  expect(till.terminal.view().sales).toHaveLength(before + 1);
});

it('the example register ends with exit code 1 if the customer declines', async () => {
  const register = run('receipt-2');
  const [, tid = ''] = await register.line(/waiting_scan http\S+\/p\/(\w+)\//);
  await service.service.simulator.claim(tid, service.ready.customers[0]?.msisdn ?? '');
  await service.service.simulator.reject(tid);
  const { code, text } = await register.ended;
  expect([code, text.trim().split('\n').at(-1)]).toEqual([1, 'declined']);
});

it('the example has at most 30 lines', () => {
  const text = readFileSync(new URL(`../../${PROGRAM}`, import.meta.url), 'utf8');
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(30);
});
