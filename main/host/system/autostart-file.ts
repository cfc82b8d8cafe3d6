import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { xdgFolder } from '../../../shared/node/folders.ts';
import { replaceFile } from '../../../shared/node/replace-file.ts';

/** Name of the file in the desktop's autostart folder. */
export const AUTOSTART_FILE = 'no.tillkit.till.desktop';

export type AutostartProgram = {
  readonly program: string;
  readonly args: readonly string[];
};

/**
 * Makes the desktop start this program at sign-in with a file of the XDG autostart specification,
 * or removes that file. It is written at each start, because an AppImage may have been moved.
 */
export function setAutostart(folder: string, wanted: AutostartProgram | null): void {
  const path = join(folder, AUTOSTART_FILE);
  if (wanted === null) {
    rmSync(path, { force: true });
    return;
  }
  const text = autostartText(wanted);
  if (textOf(path) === text) return;
  // As the XDG base directory specification requires.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  replaceFile(path, text);
}

/** Folder of the user's own autostart files. */
export function autostartFolder(
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return join(xdgFolder(home, env.XDG_CONFIG_HOME, '.config'), 'autostart');
}

function autostartText({ program, args }: AutostartProgram): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Tillkit',
    'Comment=Starts the till with the computer',
    `Exec=${[program, ...args].map(quote).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/**
 * One argument of an Exec line: quoted for the line, its backslashes escaped again for the file,
 * and percent signs doubled because they are placeholders.
 */
function quote(word: string): string {
  const quoted = word.replaceAll(/[\n\r]/g, ' ').replaceAll(/["`$\\]/g, '\\$&');
  return `"${quoted.replaceAll('\\', '\\\\').replaceAll('%', '%%')}"`;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
