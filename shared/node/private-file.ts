import { open, readFile, rename } from 'node:fs/promises';
import { z } from 'zod';

/** A text in the form of a PEM; a truncated or overwritten file does not have it. */
export const pemText = z
  .string()
  .regex(/^-----BEGIN ([A-Z ]+)-----\r?\n[A-Za-z0-9+/=\s]+-----END \1-----\s*$/, 'is not a PEM');

/**
 * Reads a JSON file and checks it; null when it does not exist. When the file is damaged or cannot be
 * read, throws an error with the name of the file and without its content.
 */
export async function readPrivateFile<T extends z.ZodType>(
  path: string,
  schema: T,
): Promise<z.output<T> | null> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return null;
    throw unreadable(path, code);
  }
  const read = schema.safeParse(jsonOf(bytes, path));
  if (read.success) return read.data;
  const members = new Set(read.error.issues.map((issue) => issue.path.join('.') || 'its content'));
  throw damaged(path, `${[...members].join(', ')} cannot be read`);
}

/** The JSON of a file with a key. Throws on invalid UTF-8, which is damage: decoded leniently, it would become another key. */
export const strictJson = (bytes: Uint8Array): unknown =>
  JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));

function jsonOf(bytes: Buffer, path: string): unknown {
  if (bytes.length === 0) throw damaged(path, 'it is empty');
  try {
    return strictJson(bytes);
  } catch {
    throw damaged(path, 'it is not JSON');
  }
}

/** The system's own message has no file name. */
function unreadable(path: string, code: string): Error {
  if (code === 'EISDIR') {
    return new Error(
      `The file ${path} is a folder. Move it away and restore the file from a backup.`,
    );
  }
  return new Error(
    `The file ${path} cannot be read (${code}). Give it back to the user of this program.`,
  );
}

/** The message of `JSON.parse` is not used, because it quotes the file, which contains secrets. */
function damaged(path: string, why: string): Error {
  return new Error(`The file ${path} is damaged: ${why}. Restore it from a backup.`);
}

/**
 * Writes a JSON file that only its owner can read; after a crash the old or the new file is
 * complete.
 */
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

/**
 * Writes text to a new file that only its owner can read, flushed. Throws when the file exists: a
 * key must never replace another.
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
