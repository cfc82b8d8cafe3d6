import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll } from '@electron/asar';
import { windowMode } from '../../host/settings/window-mode.ts';
import { missingScreens, problemsOf, productionOf } from './contents.ts';
import { openArchive, unresolved } from './open-archive.ts';
import { type Packed, packApp } from './pack.ts';
import { sellWith } from './sell-with.ts';

export type PackReport = {
  readonly electron: Packed['electron'];
  readonly files: number;
  /** Bytes of the archive. */
  readonly size: number;
  /** The problems as sentences; empty when the application may be released. */
  readonly problems: readonly string[];
};

/**
 * Packs the application, opens its archive, and checks that all imports resolve inside, that it
 * contains nothing forbidden, and that the packed service answers a payment.
 */
export async function checkPack(root: string): Promise<PackReport> {
  const output = mkdtempSync(join(tmpdir(), 'tillkit-pack-'));
  try {
    const { archive, electron } = await packApp(root, output, 'cashier');
    const folder = join(output, 'opened');
    const production = productionOf(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const contents = openArchive(archive, folder, production);
    const sold = await sellWith(folder, join(output, 'data'));
    const problems = [
      ...problemsOf(contents),
      ...missingScreens(contents.files),
      ...(await kioskProblems(root, join(output, 'kiosk'))),
      ...(await unresolved(folder)),
      ...(sold === null ? [] : [sold]),
    ];
    return { electron, files: contents.files.length, size: contents.size, problems };
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** Packs the kiosk and returns problems with its start. */
export async function kioskProblems(root: string, output: string): Promise<readonly string[]> {
  mkdirSync(output, { recursive: true });
  const { archive } = await packApp(root, output, 'kiosk');
  const folder = join(output, 'opened');
  extractAll(archive, folder);
  const mode = windowMode({ root: folder, window: 'as_set' }, {});
  return mode === 'kiosk' ? [] : ['the kiosk would open an ordinary window'];
}
