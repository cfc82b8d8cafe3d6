import { join } from 'node:path';
import type { ScannerView } from '../../../shared/device/bridge/scanner.ts';
import type { ScannerProfile } from '../../../shared/device/scanner/profile.ts';
import { scannerProfile } from '../../../shared/device/scanner/profile-schema.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { keepIn } from '../adapters/kept-value.ts';
import type { SmallFiles } from '../adapters/small-files.ts';

/** Name of the file with what a till has learned about its scanner. */
export const SCANNER_FILE = 'scanner.json';

/** What a till knows about its keyboard scanner. */
export interface ScannerSetting {
  view(): ScannerView;
  /** Calls `listener` after every change of the view. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Keeps a profile over restarts; null forgets it. */
  save(profile: ScannerProfile | null): Answer<null>;
}

/** Reads `scanner.json` in the till's data directory. A missing or damaged file is an unknown scanner. */
export function openScannerSetting(directory: string, files: SmallFiles): ScannerSetting {
  const path = join(directory, SCANNER_FILE);
  const listeners = createListeners();
  let profile = keepIn(files, path, scannerProfile.nullable()).read();
  return {
    view: () => ({ profile }),
    subscribe: listeners.subscribe,
    save(next) {
      try {
        files.write(path, `${JSON.stringify(next)}\n`, { flush: true });
      } catch {
        return refuseTill('not_saved');
      }
      profile = next;
      listeners.tell();
      return answer(null);
    },
  };
}
