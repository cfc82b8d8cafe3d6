import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Limits of the kept crash files: enough to find a cause, small enough for a small disk. */
export const CRASH_FILES_MAX = 20;
export const CRASH_BYTES_MAX = 64 * 1024 * 1024;

type CrashFile = { readonly path: string; readonly bytes: number; readonly changed: number };

/**
 * Removes the oldest crash dumps until both limits hold. A dump may contain memory, so none is kept
 * for ever and none leaves the machine. Returns how many are left.
 */
export function pruneCrashFiles(
  folder: string,
  bounds = { files: CRASH_FILES_MAX, bytes: CRASH_BYTES_MAX },
): number {
  const newestFirst = dumpsBelow(folder).sort((a, b) => b.changed - a.changed);
  let bytes = 0;
  let kept = 0;
  for (const file of newestFirst) {
    bytes += file.bytes;
    if (kept < bounds.files && bytes <= bounds.bytes) kept += 1;
    else rmSync(file.path, { force: true });
  }
  return kept;
}

/** Dumps and their metadata, without the reporter's own settings. */
function dumpsBelow(folder: string): CrashFile[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:dmp|meta)$/.test(name))
      .map((name) => {
        const path = join(folder, name);
        const { size, mtimeMs } = statSync(path);
        return { path, bytes: size, changed: mtimeMs };
      });
  } catch {
    // No crash has happened yet, or a dump was removed meanwhile.
    return [];
  }
}
