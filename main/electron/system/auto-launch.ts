import { app } from 'electron';
import type { Machine } from '../../host/adapters/machine.ts';
import type { ShellSettings } from '../../host/settings/shell-settings.ts';
import { autostartFolder, setAutostart } from '../../host/system/autostart-file.ts';

/**
 * Makes the till start when a user signs in to this machine, or removes that, as the settings say.
 * It changes nothing without a setting and in a tree that is not installed.
 */
export function setupAutoLaunch(
  wish: ShellSettings['start_with_computer'],
  machine: Machine,
  args: readonly string[],
): void {
  if (wish === undefined || !app.isPackaged) return;
  switch (machine.platform) {
    case 'win32':
    case 'darwin':
      app.setLoginItemSettings({ openAtLogin: wish === 'on', args: [...args] });
      return;
    default: {
      // The program inside an AppImage is in a temporary folder; the image itself stays.
      const program = machine.env.APPIMAGE || process.execPath;
      const folder = autostartFolder(machine.home, machine.env);
      setAutostart(folder, wish === 'on' ? { program, args } : null);
    }
  }
}
