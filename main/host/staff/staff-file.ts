import { join } from 'node:path';
import { z } from 'zod';
import { personName, personRole } from '../../../shared/device/staff/person.ts';
import { reference } from '../../../shared/protocol/basic.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import type { SmallFiles } from '../adapters/small-files.ts';
import { StartError } from '../start-error.ts';
import { haveDifferentNames, type Person } from './people.ts';

/** Name of the staff file in the data directory. */
export const STAFF_FILE = 'staff.json';

const person = z.strictObject({
  id: reference,
  name: personName,
  role: personRole,
  pin: z
    .string()
    .max(300)
    .regex(/^\$scrypt\$/, 'must be a scrypt hash, as the till writes it'),
});

const staffFile = z
  .strictObject({ version: z.literal(1), people: z.array(person).max(LIMITS.staffMax) })
  .refine(({ people }) => new Set(people.map(({ id }) => id)).size === people.length, {
    path: ['people'],
    error: 'must not have an id twice',
  })
  .refine(({ people }) => haveDifferentNames(people), {
    path: ['people'],
    error: 'must not have a name twice',
  })
  .refine(({ people }) => people.length === 0 || people.some((one) => one.role === 'supervisor'), {
    path: ['people'],
    error: 'must have a supervisor',
  });

/**
 * Reads the staff; empty without a file. Throws `StartError` for an unreadable file: a till with a
 * lock must not open because its file is damaged.
 */
export function readStaff(directory: string, files: SmallFiles): readonly Person[] {
  const path = join(directory, STAFF_FILE);
  const found = parse(path, files);
  if (found === null) return [];
  const checked = validate(staffFile, found.json);
  if (checked.ok) return checked.value.people;
  const fields = Object.entries(checked.refusal.details ?? {}).map(
    ([field, words]) => `${field} ${String(words)}`,
  );
  throw new StartError(`The staff in ${path} are not valid: ${fields.join('; ')}.`);
}

/** Writes the staff; a crash leaves the old file or the new one. Throws the disk's errors. */
export function writeStaff(directory: string, files: SmallFiles, people: readonly Person[]): void {
  const path = join(directory, STAFF_FILE);
  const text = `${JSON.stringify({ version: 1, people }, null, 2)}\n`;
  files.write(path, text, { flush: true, mode: 0o600 });
}

function parse(path: string, files: SmallFiles): { readonly json: unknown } | null {
  try {
    const bytes = files.read(path);
    return bytes === null ? null : { json: JSON.parse(String(bytes)) };
  } catch {
    throw new StartError(`The staff in ${path} are not readable as JSON.`);
  }
}
