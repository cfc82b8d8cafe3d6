import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService } from '../../service/index.ts';

/*
 * The first start on new data makes five RSA keys and runs every migration, which is most of the time of
 * a start. A process does this once: the files of that start stay in memory, and each shop starts on a copy.
 */

type Files = ReadonlyMap<string, Buffer>;
let first: Promise<Files> | null = null;

/** Makes a folder with the demo data of a service below `parent`; returns its path. */
export async function newDemoData(parent: string): Promise<string> {
  first ??= makeDemoData();
  const files = await first.catch((error: unknown) => {
    // The next shop tries again.
    first = null;
    throw error;
  });
  const path = join(parent, 'service');
  mkdirSync(path, { mode: 0o700 });
  for (const [name, bytes] of files) writeFileSync(join(path, name), bytes, { mode: 0o600 });
  return path;
}

async function makeDemoData(): Promise<Files> {
  const path = mkdtempSync(join(tmpdir(), 'tillkit-demo-data-'));
  try {
    const service = createService({
      data: { kind: 'directory', path },
      port: 0,
      demo: true,
      log: 'silent',
    });
    await service.start();
    await service.stop();
    const names = readdirSync(path);
    return new Map(names.map((name) => [name, readFileSync(join(path, name))]));
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}
