import type { z } from 'zod';
import { strictJson } from '../../../shared/node/private-file.ts';
import type { SmallFiles } from './small-files.ts';

/**
 * The key of a till in a file that only its user can read; the first start makes it. A file that cannot be read is set
 * aside, and the till gets another key. Throws the errors of the disk that refuses a new one.
 */
export function keptKey<T>(
  files: SmallFiles,
  path: string,
  schema: z.ZodType<T>,
  make: () => T,
): T {
  const kept = read(files, path, schema);
  if (kept === 'broken') files.rename(path, `${path}.broken`);
  else if (kept !== null) return kept;
  const key = make();
  files.write(path, `${JSON.stringify(key, null, 2)}\n`, { flush: true, mode: 0o600 });
  return key;
}

function read<T>(files: SmallFiles, path: string, schema: z.ZodType<T>): T | 'broken' | null {
  try {
    const bytes = files.read(path);
    return bytes === null ? null : (schema.safeParse(strictJson(bytes)).data ?? 'broken');
  } catch {
    return 'broken';
  }
}
