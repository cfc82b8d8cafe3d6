import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { verifySecret } from '../../../shared/node/password-hash.ts';
import { withRealCrypto } from '../../support/quick-crypto.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-pin-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(input: string, ...args: readonly string[]) {
  const bin = join(packageRoot(), 'main/bin/tillkit.js');
  const child = spawn(process.execPath, [bin, 'kiosk-pin', ...args]);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise<{ code: number | null; text: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, text }));
  });
}

test('a PIN is stored as its hash, and other settings stay', async () => {
  const path = join(folder, 'kiosk.json');
  writeFileSync(path, JSON.stringify({ goods: [{ id: 'a' }], service_pin: 'old' }));
  expect(await run('482915\n', '--data', folder)).toMatchObject({ code: 0 });
  const file: { goods: unknown; service_pin: string } = JSON.parse(readFileSync(path, 'utf8'));
  expect(file.goods).toEqual([{ id: 'a' }]);
  // Another process has made it, at its full cost.
  expect(await withRealCrypto(() => verifySecret('482915', file.service_pin))).toBe(true);
  expect(readFileSync(path, 'utf8')).not.toContain('482915');
});

test('an error is one line and changes nothing', async () => {
  const path = join(folder, 'kiosk.json');
  expect(await run('1234\n', '--data', folder)).toMatchObject({
    code: 1,
    text: expect.stringContaining('write the kiosk'),
  });
  writeFileSync(path, '{}');
  for (const typed of ['123\n', 'letters\n', '']) {
    const { code, text } = await run(typed, '--data', folder);
    expect([code, text]).toEqual([1, expect.stringContaining('4 to 8 digits')]);
  }
  expect(readFileSync(path, 'utf8')).toBe('{}');
  writeFileSync(path, 'no json');
  expect((await run('1234\n', '--data', folder)).text).toContain('not readable as JSON');
  expect((await run('', '--colour')).code).toBe(2);
  expect((await run('', '--help')).code).toBe(0);
});
