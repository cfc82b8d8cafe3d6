import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService } from '../../../service/index.ts';
import type { Prng } from '../../simulation/prng.ts';
import { damage } from './damage.ts';
import type { Round } from './report.ts';

const FILES = ['callback-keys.json', 'instance-keys.json', 'demo-credentials.json'] as const;

/**
 * Damages a key file and starts the service: it either refuses and names the file, or has the same keys.
 */
export async function corruptKeys(prng: Prng): Promise<Round> {
  const path = mkdtempSync(join(tmpdir(), 'tillkit-fault-keys-'));
  const service = () =>
    createService({ data: { kind: 'directory', path }, port: 0, demo: true, log: 'silent' });
  try {
    const first = service();
    const { callback_key_url: keys } = await first.start();
    await (await fetch(keys)).text();
    await first.stop();
    const file = join(path, prng.pick(FILES));
    const before = readFileSync(file, 'utf8');
    const { what } = damage(file, prng);
    const said = await startAndStop(service());
    const findings: string[] = [];
    if (said === null && readFileSync(file, 'utf8') !== before) {
      findings.push(`${what}: the service starts with other keys`);
    }
    if (said !== null && !said.includes(`The file ${file} is damaged`)) {
      findings.push(`${what}: the start is refused with ${said}`);
    }
    return { refused: said !== null, acknowledged: 1, findings };
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

/** Null if it starts, otherwise the reason. */
async function startAndStop(service: ReturnType<typeof createService>): Promise<string | null> {
  try {
    await service.start();
  } catch (error) {
    return String(error);
  }
  await service.stop();
  return null;
}
