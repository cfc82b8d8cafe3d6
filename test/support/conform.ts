import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runConform } from '../../service/app/conform/run.ts';
import type { ServiceOptions } from '../../service/index.ts';
import { createIssuer, issue } from './certificates.ts';
import { startTestService, type TestService } from './service.ts';

/* `tillkit conform` in this process, with files of credentials and certificates. */

export const folder = mkdtempSync(join(tmpdir(), 'tillkit-conform-'));
const issuer = createIssuer('Conformance');
export const file = (name: string, text: string, mode = 0o600) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
};
const { cert, key } = issue(issuer, ['127.0.0.1']);
const CALLBACKS = [
  ...['--callback-cert', file('receiver.pem', cert)],
  ...['--callback-key', file('receiver.key', key)],
];

export const start = (options: Partial<ServiceOptions> = {}) =>
  startTestService({ callbackCa: issuer.cert, ...options });

export async function conform(...args: readonly string[]) {
  const printed = { out: '', err: '' };
  const code = await runConform(args, {
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
  });
  return { code, ...printed };
}

/** The arguments for a service; its ready line is the file of credentials. */
export function argumentsFor({ ready }: TestService, simulator = true): readonly string[] {
  const credentials = file('ready.json', JSON.stringify(ready));
  const api = simulator ? ['--simulator', ready.simulator_url ?? ''] : [];
  return [ready.base_url, '--credentials', credentials, ...api, ...CALLBACKS];
}

export const failedIn = (table: string) =>
  table.split('\n').filter((line) => line.startsWith('failed'));

/** Removes the files. */
export const removeFiles = () => rmSync(folder, { recursive: true });
