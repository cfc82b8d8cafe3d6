import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { buildElectron } from '../../../main/build/electron.ts';
import { buildScreens } from '../../../main/build/screens.ts';
import { setupContents } from '../../../main/electron/setup-contents.ts';
import { startApp } from '../../../main/electron/start-app.ts';
import { packageRoot } from '../../../main/host/package-root.ts';
import type { ShellSettings } from '../../../main/host/shell-settings.ts';
import type { WindowMode } from '../../../main/host/window-mode.ts';
import {
  app,
  BrowserWindow,
  resetElectron,
  screen,
  utilityProcess,
} from '../../electron-double/electron.ts';
import { type DisplayDouble, makeDisplay } from '../../electron-double/machine.ts';
import { realServices } from '../../electron-double/real-service.ts';
import { openStage } from '../../electron-double/stage.ts';
import { giveKeys } from '../../support/seeded-data.ts';

export const COUNTER = makeDisplay(1, 'Counter', 0);
export const POLE = makeDisplay(2, 'Pole', 1920);

/** Builds what Electron would load; nothing is built twice. */
export async function buildApp(): Promise<void> {
  await Promise.all([buildScreens(), buildElectron()]);
}

/**
 * The till as Electron runs it: main in this process on the double, the service in a process of its
 * own, and every window a page of a real Chromium with its built preload.
 */
export async function openApp(
  browser: Browser,
  options: {
    readonly mode?: WindowMode;
    readonly displays?: readonly DisplayDouble[];
    readonly settings?: ShellSettings;
    /** A directory of an earlier run; closing leaves it alone then. */
    readonly directory?: string;
    /** Called with the data directory before anything starts. */
    readonly prepare?: (directory: string) => void;
  } = {},
) {
  resetElectron();
  screen.displays = options.displays ?? [COUNTER];
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'tillkit-app-'));
  if (options.directory === undefined) await giveKeys(directory);
  options.prepare?.(directory);
  const services = realServices();
  utilityProcess.onFork = services.onFork;
  const stage = openStage(browser);
  const reports: string[] = [];
  const stops: (() => Promise<void>)[] = [];
  const mode = options.mode ?? 'window';
  setupContents();
  const plan = {
    directory,
    port: 0,
    screenPort: 0,
    lanAddress: null,
    root: packageRoot(),
    window: 'as_set' as const,
    remote: null,
    words: [],
  };
  const graphics = { mode: () => 'hardware' as const, giveUp: () => undefined };
  const report = (sentence: string) => reports.push(sentence);
  await startApp(plan, stops, {
    settings: options.settings ?? {},
    mode,
    graphics,
    report,
    endThen: (run) => run(),
  });
  return {
    stage,
    directory,
    reports,
    services: services.processes,
    window: (index: number) => BrowserWindow.getAllWindows()[index],
    /** Plugs displays in or out. */
    plug: (...displays: readonly DisplayDouble[]) => screen.plug(displays),
    async close() {
      app.emit('before-quit', { preventDefault: () => undefined });
      for (const stop of stops.splice(0).reverse()) await stop();
      await stage.close();
      services.end();
      resetElectron();
      if (options.directory === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type OpenApp = Awaited<ReturnType<typeof openApp>>;
