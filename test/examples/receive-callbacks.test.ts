import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { takePort } from '../support/free-port.ts';
import { startTestService } from '../support/service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGTERM');
});

/** Runs the example; `lines` gives what it prints, one after the other. */
async function startReceiver(keyUrl: string, port: number) {
  const publicUrl = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['examples/receive-callbacks.ts'], {
    cwd: ROOT,
    env: { ...process.env, KEY_URL: keyUrl, PUBLIC_URL: publicUrl, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  expect(await next()).toBe(`listening ${port}`);
  return { next, address: `${publicUrl}/callbacks` };
}

it('the example receives two callbacks of a payment, and refuses an unsigned one with 401', async () => {
  const test = await startTestService({ clock: 'system' });
  const { next, address } = await startReceiver(test.ready.callback_key_url, await takePort());
  const tid = await test.payment({ customer: '4798765432', callback_uri: address });
  await test.service.simulator.confirm(tid);
  const outcome = `${test.ready.base_url}/payment_request/${tid}/outcome/`;
  expect(await next()).toBe(`payment_authorized ${outcome}`);
  await test.secret(test.users.pos, `/payment_request/${tid}/`, {
    method: 'PUT',
    body: { action: 'capture' },
  });
  expect(await next()).toBe(`payment_captured ${outcome}`);

  const forged = await fetch(address, { method: 'POST', body: '{"meta":{}}' });
  expect(forged.status).toBe(401);
  expect(await next()).toBe('refused: signature');
  await test.stop();
});
