import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../../shared/node/replace-file.ts';
import { reference } from '../../../shared/protocol/basic.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { schemaOf } from '../../../shared/protocol/schema-of.ts';
import type { KnownScreen, KnownScreens } from './known-screens.ts';

/** Where a till keeps the screens that it knows. */
export interface ScreensFile {
  /** What messages call this place; null if nothing is kept. */
  readonly path: string | null;
  /** The screens that were kept last; `damaged` if they cannot be read. */
  read(): KnownScreens | 'damaged';
  /** Keeps these screens: a power cut after this returns changes nothing. Throws the disk's errors. */
  write(screens: KnownScreens): void;
}

/** Name of the file in the till's data directory. */
export const SCREENS_FILE = 'screens.json';

const hash = z.string().regex(/^[\w-]{43}$/);
const instant = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const screen = schemaOf<KnownScreen>()(
  z.strictObject({
    id: reference,
    kind: z.enum(['cashier', 'kiosk', 'display']),
    name: z.string().min(1).max(60),
    secret: hash,
    code: hash,
    firstSeen: instant,
    lastSeen: instant,
  }),
);

const screensFile = z.strictObject({
  version: z.literal(1),
  screens: z.array(screen).max(LIMITS.screenSessionsMax),
});

/** The screens in a file of the data directory that only the till's user can read. */
export function screensFileIn(directory: string): ScreensFile {
  const path = join(directory, SCREENS_FILE);
  return {
    path,
    read() {
      if (!existsSync(path)) return [];
      try {
        return screensFile.parse(JSON.parse(readFileSync(path, 'utf8'))).screens;
      } catch {
        return 'damaged';
      }
    },
    write(screens) {
      const text = `${JSON.stringify({ version: 1, screens }, null, 2)}\n`;
      replaceFile(path, text, { flush: true, mode: 0o600 });
    },
  };
}

/** The screens of a host that keeps no data: all are forgotten when it stops. */
export const NO_SCREENS_FILE: ScreensFile = {
  path: null,
  read: () => [],
  write: () => undefined,
};
