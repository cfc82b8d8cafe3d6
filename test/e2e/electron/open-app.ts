import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildElectron } from '../../../main/build/electron.ts';
import { buildScreens } from '../../../main/build/screens.ts';
import { startApp } from '../../../main/electron/start-app.ts';
import { setupContents } from '../../../main/electron/windows/hardening.ts';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import type { ShellSettings } from '../../../main/host/settings/shell-settings.ts';
import { loadSettings, SETTINGS_FILE } from '../../../main/host/settings/till-settings.ts';
import type { WindowMode } from '../../../main/host/settings/window-mode.ts';
import { findElectron } from '../../../main/start/electron.ts';
import { DEFAULT_AGREEMENT } from '../../../shared/protocol/agreement.ts';
import { openBinary } from '../../electron-binary/binary-app.ts';
import type { MirroredWindow } from '../../electron-binary/mirror.ts';
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
import { takePort } from '../../support/free-port.ts';
import { giveKeys } from '../../support/seeded-data.ts';
import { PAID_SHOWN } from '../start-house.ts';

export const COUNTER = makeDisplay(1, 'Counter', 0);
export const POLE = makeDisplay(2, 'Pole', 1920);

/** Builds what Electron would load; nothing is built twice. */
export async function buildApp(): Promise<void> {
  await Promise.all([buildScreens(), buildElectron()]);
}

/** A separate Electron, where there is one: `ELECTRON_BINARY`, or the package's. */
export const BINARY: string | null =
  process.env.ELECTRON_BINARY || findElectron(packageRoot(), process.env);

/** A window as the suite sees it, whatever it is a window of. */
export type AppWindow = {
  /** Addresses that it was given, one for each time. */
  readonly loaded: readonly string[];
  /** What main asked of it. */
  readonly calls: readonly string[];
  emit(name: string): unknown;
  close(): void;
  isDestroyed(): boolean;
};

/** A till that runs, on the double or on a separate Electron. */
export type OpenApp = {
  readonly stage: {
    page(window: AppWindow | undefined): Promise<Page>;
    press(window: AppWindow | undefined, key: string): Promise<'kept' | 'passed'>;
    readonly refused: readonly string[];
  };
  readonly directory: string;
  readonly reports: readonly string[];
  readonly services: readonly { kill(signal: NodeJS.Signals): unknown }[];
  window(index: number): AppWindow | undefined;
  /** Plugs displays in or out; null where only a hand can. */
  readonly plug: ((...displays: readonly DisplayDouble[]) => void) | null;
  displays(): number;
  /** Resolves once all that has been done so far can be seen. */
  seen(): Promise<void>;
  close(): Promise<void>;
};

type AppOptions = {
  readonly mode?: WindowMode;
  /** Those of the double; a separate Electron has the machine's. */
  readonly displays?: readonly DisplayDouble[];
  readonly settings?: ShellSettings;
  /** A directory of an earlier run; closing leaves it alone then. */
  readonly directory?: string;
  /** Called with the data directory before anything starts. */
  readonly prepare?: (directory: string) => void;
};

/** The till as Electron runs it: on a separate Electron where there is one, else on the double. */
export function openApp(browser: Browser, options: AppOptions = {}): Promise<OpenApp> {
  return BINARY === null ? openDouble(browser, options) : openOn(BINARY, options);
}

/** The settings of a first start, but a paid sale stays on the screens while a test reads them. */
function prepareTill(directory: string, prepare: AppOptions['prepare']): void {
  const path = join(directory, SETTINGS_FILE);
  if (!existsSync(path)) {
    const shop = { name: 'Kaffebaren Løkka', address: null, organisationNumber: null };
    const { timeZone } = DEFAULT_AGREEMENT;
    loadSettings(directory, {
      shop,
      timeZone,
      posId: 'kasse-1',
      systemLanguage: 'en',
      machineZone: 'UTC',
    });
    const fresh: object = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...fresh, paid_dwell_seconds: PAID_SHOWN }));
  }
  prepare?.(directory);
}

/** The till on this binary. */
export async function openOn(binary: string, given: AppOptions = {}): Promise<OpenApp> {
  const prepare = (directory: string) => prepareTill(directory, given.prepare);
  const { displays = [COUNTER], ...rest } = { ...given, prepare };
  // A real one has the displays of its machine; the fake that stands in for it is told.
  const app = await openBinary(binary, {
    ...rest,
    env: { FAKE_DISPLAYS: `${displays.length}` },
  });
  const mirrored = (window: AppWindow | undefined): MirroredWindow | undefined =>
    app.list().find((one) => one === window);
  return {
    ...app,
    stage: {
      ...app.stage,
      page: (window) => app.stage.page(mirrored(window)),
      press: (window, key) => app.stage.press(mirrored(window), key),
    },
    plug: null,
  };
}

/**
 * Main in this process on the double, the service in a separate process, and every window a page
 * of a real Chromium with its built preload.
 */
async function openDouble(browser: Browser, options: AppOptions): Promise<OpenApp> {
  resetElectron();
  screen.displays = options.displays ?? [COUNTER];
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'tillkit-app-'));
  if (options.directory === undefined) await giveKeys(directory);
  prepareTill(directory, options.prepare);
  const services = realServices();
  utilityProcess.onFork = services.onFork;
  const stage = openStage(browser);
  const reports: string[] = [];
  const stops: (() => Promise<void>)[] = [];
  const mode = options.mode ?? 'window';
  setupContents();
  const plan = {
    directory,
    // Tests kill the service, and it starts again on this port.
    port: await takePort(),
    screenPort: 0,
    lanAddress: null,
    caFile: null,
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
  const doubled = (window: AppWindow | undefined) =>
    BrowserWindow.all.find((one) => one === window);
  return {
    stage: {
      ...stage,
      page: (window) => stage.page(doubled(window)),
      press: (window, key) => stage.press(doubled(window), key),
    },
    directory,
    reports,
    services: services.processes,
    window: (index) => BrowserWindow.getAllWindows()[index],
    plug: (...displays) => screen.plug(displays),
    displays: () => screen.displays.length,
    seen: async () => undefined,
    async close() {
      app.emit('before-quit', { preventDefault: () => undefined });
      for (const stop of stops.splice(0).reverse()) await stop();
      await stage.close();
      await services.end();
      resetElectron();
      if (options.directory === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}
