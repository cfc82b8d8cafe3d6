import { app as double } from '../../electron-double/electron.ts';
import { BrowserWindow } from '../../electron-double/windows.ts';

/*
 * What `electron` is in the fake binary: the double, and what only the launcher asks of Electron.
 */
export * from '../../electron-double/electron.ts';

type Metric = { readonly pid: number; readonly type: string; readonly name: string };

/** The processes that the fake has started; `main.ts` says which. */
export const metrics: { all: () => readonly Metric[] } = { all: () => [] };
export const app = Object.assign(double, { getAppMetrics: () => metrics.all() });

type KeyInput = { readonly keyCode: string; readonly modifiers: readonly string[] };
type Pressed = (window: BrowserWindow, key: string) => void;

/** Takes what `sendInputEvent` gives to a window. */
export const keyboard: { press: Pressed } = { press: () => undefined };

export const webContents = {
  fromId(id: number) {
    const window = BrowserWindow.all.find((one) => one.webContents.id === id);
    if (window === undefined) return undefined;
    return {
      sendInputEvent: ({ keyCode, modifiers }: KeyInput) => {
        const names = modifiers.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
        keyboard.press(window, [...names, keyCode].join('+'));
      },
    };
  },
};
