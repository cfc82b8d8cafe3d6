import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { type Answer, answer, type Refusal, refuse } from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import type { Store } from '../../store/store.ts';
import { type AdminDeps, type Listing, printList } from './command.ts';

/** Checks the input of a command. The refusal says in one line which option is wrong and why. */
export function checkInput<T extends z.ZodType>(
  schema: T,
  input: Readonly<Record<string, unknown>>,
): Answer<z.output<T>> {
  const checked = validate(schema, input);
  return checked.ok ? answer(checked.value) : inOneLine(checked.refusal);
}

/** A refusal of the rules as one line; names of fields are replaced by names of options. */
export function inOneLine(refusal: Refusal) {
  const faults = Object.entries(refusal.details ?? {}).map(
    ([field, messages]) => `${field.replaceAll('_', '-')} ${[messages].flat().join(' and ')}`,
  );
  const line = faults.length === 0 ? refusal.description : `${faults.join('; ')}.`;
  return refuse('Bad Request', line);
}

/** The refusal for a merchant that does not exist, or null when it does. */
export async function noMerchant(store: Store, merchant: string) {
  if ((await store.merchants.read(merchant)) !== null) return null;
  return refuse('Not Found', `There is no merchant ${merchant}; see list-merchants.`);
}

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

/** Says in one sentence why a file could not be written. */
export function writeFailure(path: string) {
  return (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EEXIST') return refuse('Conflict', `${path} is there already; name a new file.`);
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    return refuse('Bad Request', `${path} cannot be written: ${why}`);
  };
}

/** As `printList`, for a list of one merchant, which must exist. */
export async function printListOf<Row, Cursor>(
  deps: Pick<AdminDeps, 'store'>,
  merchant: string,
  listingOf: (store: Store) => Listing<Row, Cursor>,
): Promise<Answer<readonly string[]>> {
  const store = await deps.store();
  return (await noMerchant(store, merchant)) ?? printList(listingOf(store));
}
