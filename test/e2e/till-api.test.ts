import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Command, runCommand } from '../main/start/run-till.ts';
import { createRegister } from '../support/register.ts';

/* A till with a screen whose settings also allow a cash register to use its API. */

let folder: string;
const running: Command[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-start-api-'));
});
afterEach(async () => {
  for (const command of running.splice(0)) {
    command.signal('SIGKILL');
    await command.ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

test('the till API runs besides the screen only if the settings enable it', async () => {
  const start = () => {
    const command = runCommand('main/start.ts', ['--port', '0', '--data', folder, '--no-open']);
    running.push(command);
    return command;
  };
  const plain = start();
  await plain.line(/Ctrl-C stops everything/);
  plain.signal('SIGTERM');
  expect((await plain.ended).text).not.toContain('till API');
  const path = join(folder, 'settings.json');
  const settings = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...settings, till_api: { port: 0 } }));
  const till = start();
  const [, tokenFile = ''] = await till.line(/its token is in (\S+)\.\n/);
  const register = createRegister({ tokenFile });
  const { sale } = await register.start({ reference: 'R-1', amount: 4_200 });
  await register.until(sale.id, 'waiting_scan');
  till.signal('SIGTERM');
  expect((await till.ended).code).toBe(0);
});
