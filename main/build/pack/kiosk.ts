import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { extractAll } from '@electron/asar';
import { windowMode } from '../../host/window-mode.ts';
import { packApp } from './pack.ts';

/** Packs the kiosk too, and answers what is wrong with how it would start, as sentences. */
export async function kioskProblems(root: string, output: string): Promise<readonly string[]> {
  mkdirSync(output, { recursive: true });
  const { archive } = await packApp(root, output, 'kiosk');
  const folder = join(output, 'opened');
  extractAll(archive, folder);
  const mode = windowMode({ root: folder, window: 'as_set' }, {});
  return mode === 'kiosk' ? [] : ['the kiosk would open an ordinary window'];
}
