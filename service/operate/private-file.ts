import { open, readFile, rename } from 'node:fs/promises';
import type { z } from 'zod';

/** Reads a JSON file and checks it; null when there is none. Throws when it is damaged. */
export async function readPrivateFile<T extends z.ZodType>(
  path: string,
  schema: T,
): Promise<z.output<T> | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return schema.parse(JSON.parse(text));
}

/** Writes a JSON file that its owner alone can read; a crash leaves the old one or the new one. */
export async function writePrivateFile(path: string, value: unknown): Promise<void> {
  const next = `${path}.new`;
  const file = await open(next, 'w', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
}
