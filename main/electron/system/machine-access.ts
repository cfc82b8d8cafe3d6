import { BrowserWindow, screen } from 'electron';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import type { MachineAccess } from '../../host/diagnosis/machine-access.ts';
import type { ShellSettings } from '../../host/settings/shell-settings.ts';
import type { WindowMode } from '../../host/settings/window-mode.ts';
import { isScreenUrl } from '../app-address.ts';
import { createSystemPrinter, type Papers } from './system-printer.ts';

/** The windows, displays and printers that Electron gives a till. */
export function electronMachineAccess(
  papers: Papers,
  clock: DeviceClock,
  shell: { readonly settings: ShellSettings; readonly mode: WindowMode },
  update: () => string | null,
): Omit<MachineAccess, 'secrets'> {
  return {
    systemPrinter: createSystemPrinter(papers, clock),
    screens: () => {
      const addresses = BrowserWindow.getAllWindows().map(({ webContents }) =>
        webContents.getURL(),
      );
      const isShowing = (role: string) => addresses.some((address) => isScreenUrl(address, role));
      const wanted = typeof shell.settings.customer_display === 'object';
      return {
        windows: addresses.filter((address) => !isScreenUrl(address, 'paper')).length,
        displays: screen.getAllDisplays().length,
        customerDisplay: isShowing('customer-display') ? 'shown' : wanted ? 'missing' : 'none',
      };
    },
    update,
  };
}
