import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONFORM } from '../../main/commands/conform/run.ts';
import type { ServiceOptions } from '../../service/index.ts';
import { createIssuer, issue } from './certificates.ts';
import { printed } from './run-command.ts';
import { startTestService, type TestService } from './service.ts';

/* `tillkit conform` in this process, with files of credentials and certificates. */

const issuer = createIssuer('Conformance');
const { cert, key } = issue(issuer, ['127.0.0.1']);
/** The folder of the files; a worker runs several test files, and each removes its own. */
let folder: string | null = null;

/** The path of a file in the folder of this test file. */
export function pathOf(name: string): string {
  folder ??= mkdtempSync(join(tmpdir(), 'tillkit-conform-'));
  return join(folder, name);
}

/** Writes a file and returns its path. */
export function file(name: string, text: string, mode = 0o600): string {
  const path = pathOf(name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

export const start = (options: Partial<ServiceOptions> = {}) =>
  startTestService({ callbackCa: issuer.cert, ...options });

export const conform = (...args: readonly string[]) => printed(CONFORM, args);

/** The arguments for a service; its ready line is the file of credentials. */
export function argumentsFor({ ready }: TestService, simulator = true): readonly string[] {
  const credentials = file('ready.json', JSON.stringify(ready));
  const api = simulator ? ['--simulator', ready.simulator_url ?? ''] : [];
  const callbacks = [
    ...['--callback-cert', file('receiver.pem', cert)],
    ...['--callback-key', file('receiver.key', key)],
  ];
  return [ready.base_url, '--credentials', credentials, ...api, ...callbacks];
}

export const failedIn = (table: string) =>
  table.split('\n').filter((line) => line.startsWith('failed'));

/** Removes the files. */
export function removeFiles(): void {
  if (folder !== null) rmSync(folder, { recursive: true });
  folder = null;
}
