import { open } from 'node:fs/promises';

/**
 * Writes text to a new file that its owner alone can read, flushed. Throws when the file is there
 * already: a key must never take the place of another.
 */
export async function writeSecretFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
