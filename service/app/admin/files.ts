import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/** The content of a file that the operator names, of at most `bytesMax` bytes. */
export async function readInput(file: string, bytesMax: number): Promise<Answer<Buffer>> {
  try {
    // One byte more than allowed, never the rest of a larger file.
    const bytes = await buffer(createReadStream(file, { end: bytesMax }));
    if (bytes.length <= bytesMax) return answer(bytes);
    return refuse('Bad Request', `The file ${file} has more than ${bytesMax} bytes.`);
  } catch {
    return refuse('Not Found', `The file ${file} cannot be read.`);
  }
}

/** The value of a JSON file that the operator names. */
export async function readJson(file: string): Promise<Answer<unknown>> {
  const bytes = await readInput(file, LIMITS.bodyBytesMax);
  if (!bytes.ok) return bytes;
  try {
    return answer(JSON.parse(String(bytes.value)));
  } catch {
    return refuse('Bad Request', `The file ${file} is not well-formed JSON.`);
  }
}

/** Says in one sentence why a file could not be written. */
export function writeFailure(path: string) {
  return (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EEXIST') return refuse('Conflict', `${path} is there already; name a new file.`);
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    return refuse('Bad Request', `${path} cannot be written: ${why}`);
  };
}
