import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { line } from '../../../shared/protocol/basic.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { StartError } from '../start-error.ts';

/** Name of the file with the settings of this machine's windows. */
export const SHELL_FILE = 'shell.json';

const shellFile = z.strictObject({
  /** `kiosk` takes the whole display and cannot be closed by hand. */
  window: z.enum(['window', 'kiosk']).optional(),
  /** The screen of a kiosk's window: self-service or the cashier. */
  kiosk_screen: z.enum(['kiosk', 'cashier']).optional(),
  /** Chosen automatically, none, or the display with this label. */
  customer_display: z
    .union([z.enum(['automatic', 'none']), z.strictObject({ label: line(LIMITS.posTextMax) })])
    .optional(),
  /** Whether the till starts at sign-in; unchanged when left out. */
  start_with_computer: z.enum(['on', 'off']).optional(),
  updates: z
    .strictObject({
      feed_url: z.url({ protocol: /^https$/ }).max(LIMITS.uriMax),
      install: z.enum(['next_launch', 'idle']),
    })
    .optional(),
});

/** The settings of this machine's windows; the program decides about absent members. */
export type ShellSettings = z.infer<typeof shellFile>;

/**
 * Reads `shell.json` in the till's data directory; without that file the program decides. Throws
 * `StartError` that names every invalid field.
 */
export function loadShellSettings(directory: string): ShellSettings {
  const path = join(directory, SHELL_FILE);
  if (!existsSync(path)) return {};
  const checked = validate(shellFile, parse(path));
  if (checked.ok) return checked.value;
  const fields = Object.entries(checked.refusal.details ?? {}).map(
    ([field, words]) => `${field} ${String(words)}`,
  );
  throw new StartError(`The settings in ${path} are not valid: ${fields.join('; ')}.`);
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new StartError(`The settings in ${path} are not readable as JSON.`);
  }
}
