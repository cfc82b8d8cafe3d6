import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encode } from '../../../main/host/journal/line-format.ts';
import { writeConnection } from '../../../main/host/pairing/connection-file.ts';
import { openSecretStore } from '../../../main/host/secrets/secret-store.ts';
import { type DiagnosisResult, isServiceCheck } from '../../../shared/device/diagnosis/checks.ts';
import { PATIENT } from '../../support/patient-child.ts';
import { startPrinter } from '../../support/printer.ts';
import { startTestService } from '../../support/service.ts';
import { readZip } from '../../support/zip.ts';
import { opened } from '../host/journal/records.ts';

const TILLKIT = fileURLToPath(new URL('../../../main/bin/tillkit.js', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-diagnose-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function diagnose(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const words = [...PATIENT, TILLKIT, 'diagnose', ...args];
    execFile(process.execPath, words, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

describe('tillkit diagnose', () => {
  it('checks the service, journal and printer of a paired till and writes the support file', async () => {
    const [service, printer] = await Promise.all([
      startTestService({ clock: 'system' }),
      startPrinter({ cause: 0x12 | 0x04 }),
    ]);
    try {
      const { merchant, id, secret } = service.users.pos;
      await writeConnection(folder, {
        ...{ version: 1, base_url: service.ready.base_url, merchant_id: merchant, user_id: id },
        ...{ credentials: 'secret', secrets: 'file', rights: null },
        ...{ pos_id: service.ready.pos[0]?.id ?? '', shortlink_id: null, shortlink_url: null },
      });
      await openSecretStore(folder, null).write(`${merchant}/${id}`, secret);
      writeFileSync(join(folder, 'terminal.journal'), encode(opened(1)));
      writeFileSync(
        join(folder, 'settings.json'),
        JSON.stringify({
          shop: { name: 'Fjord', address: null, organisation_number: null },
          ...{ currency: 'NOK', locale: 'nb-NO', language: 'nb', pos_id: 'kasse-2' },
          paid_dwell_seconds: 8,
          printer: { kind: 'network', host: '127.0.0.1', port: printer.port },
        }),
      );
      writeFileSync(join(folder, 'electron.log'), `refused: Authorization: SECRET ${secret}\n`);
      const bundle = join(folder, 'for-support.zip');
      const { code, out, err } = await diagnose(folder, '--bundle', bundle);
      expect(code).toBe(1);
      expect(out).toContain(` 3  passed   The service knows this till as ${id}.`);
      expect(out).toContain(' 9  warning  The till’s key is in a file');
      expect(out).toContain('10  failed   The printer cover is open.');
      expect(err).toContain(`Written: ${bundle}`);
      const files = readZip(readFileSync(bundle));
      expect(files.get('log.txt')).toContain('refused: Authorization: [hidden]');
      for (const text of files.values()) expect(text).not.toContain(secret);
      printer.mood.cause = 0x12;
      const well = await diagnose(folder, '--json');
      expect(well.code).toBe(0);
      const checks: readonly DiagnosisResult[] = JSON.parse(well.out);
      expect(checks).toHaveLength(15);
      const asked = checks.filter(({ id: name }) => isServiceCheck(name) || name === 'printer');
      expect(asked.filter(({ state }) => state !== 'passed')).toEqual([]);
    } finally {
      await Promise.all([service.stop(), printer.stop()]);
    }
  });

  it('reports a missing journal and printer for an empty folder, and writes nothing into it', async () => {
    const { code, out } = await diagnose(folder);
    expect(code).toBe(0);
    expect(out).toContain('There is no journal yet');
    expect(out).toContain('No receipt printer is set up.');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends with code 1 if a check fails', async () => {
    const [first, second] = [encode(opened(1)), encode(opened(2))];
    writeFileSync(
      join(folder, 'terminal.journal'),
      `${first.slice(0, 20)}?${first.slice(21)}${second}`,
    );
    const { code, out } = await diagnose(folder);
    expect(out).toContain('The journal is damaged at byte 0.');
    expect(code).toBe(1);
  });

  it('prints its usage, and reports a folder without a till', async () => {
    expect(await diagnose('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('--bundle FILE'),
    });
    expect(await diagnose('--colour')).toMatchObject({ code: 2 });
    expect(await diagnose(folder, folder)).toMatchObject({ code: 2 });
    const gone = await diagnose(join(folder, 'gone'));
    expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('There is no till at') });
  });
});
