import { EventEmitter } from 'node:events';
import { autoUpdater, powerMonitor, resetMachine, screen } from './machine.ts';
import { safeStorage } from './safe-storage.ts';
import { BrowserWindow, type Frame, type WebContentsDouble } from './windows.ts';

export { autoUpdater, crashReporter, powerMonitor, powerSaveBlocker, screen } from './machine.ts';
export { BrowserWindow, WebContentsDouble } from './windows.ts';
export { safeStorage };

/**
 * Stands in for the `electron` module where its binary is absent. It records what main and preload
 * ask of Electron and lets a test play the other side; IPC values pass through a structured clone,
 * as they do in the real one. Call `resetElectron()` before each test.
 */
type InvokeEvent = {
  readonly sender: WebContentsDouble;
  readonly senderFrame: Frame | null;
};
type Handler = (event: InvokeEvent, ...values: unknown[]) => unknown;

class AppDouble extends EventEmitter {
  readonly calls: string[] = [];
  readonly paths = new Map<string, string>();
  readonly exits: number[] = [];
  readonly quits: { readonly prevented: boolean }[] = [];
  instanceLock = true;
  isPackaged = false;
  private quitting = false;

  whenReady(): Promise<void> {
    return Promise.resolve();
  }
  enableSandbox(): void {
    this.calls.push('enableSandbox');
  }
  requestSingleInstanceLock(data?: unknown): boolean {
    this.calls.push(`requestSingleInstanceLock ${JSON.stringify(data ?? null)}`);
    return this.instanceLock;
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path);
  }
  getPath(name: string): string {
    return this.paths.get(name) ?? `/nowhere/${name}`;
  }
  getAppPath(): string {
    return '/nowhere/app';
  }
  readonly switches = new Map<string, string>();
  readonly commandLine = {
    appendSwitch: (name: string, value = ''): void => {
      this.switches.set(name, value);
    },
    removeSwitch: (name: string): void => {
      this.switches.delete(name);
    },
  };
  readonly loginItems: Readonly<Record<string, unknown>>[] = [];
  setLoginItemSettings(settings: Readonly<Record<string, unknown>>): void {
    this.loginItems.push(settings);
  }
  disableHardwareAcceleration(): void {
    this.calls.push('disableHardwareAcceleration');
  }
  relaunch(): void {
    this.calls.push('relaunch');
  }
  isReady(): boolean {
    return true;
  }
  setName(name: string): void {
    this.calls.push(`setName ${name}`);
  }
  /** As in Electron: closes all windows without a question. */
  exit(code = 0): void {
    this.exits.push(code);
    this.end();
  }
  /**
   * As the real one: `before-quit` may hold it up, and so may a window that does not close; a later
   * call goes through. The windows close with the app.
   */
  quit(): void {
    if (this.quitting) return;
    let prevented = false;
    this.emit('before-quit', {
      preventDefault: () => {
        prevented = true;
      },
    });
    this.quits.push({ prevented });
    if (prevented) return;
    this.quitting = true;
    for (const window of BrowserWindow.getAllWindows()) window.close();
    this.quitting = BrowserWindow.getAllWindows().length === 0;
  }
  /** Destroys all windows; what they call `quit` for has happened. */
  end(): void {
    this.quitting = true;
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
  }
  /** Runs as at the start of a process. */
  begin(): void {
    this.quitting = false;
  }
}

class IpcMainDouble extends EventEmitter {
  readonly handlers = new Map<string, Handler>();
  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) throw new Error(`second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }
  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }
  /** Plays a page's `invoke` with a sender of the test's choosing. */
  async play(event: InvokeEvent, channel: string, ...values: unknown[]): Promise<unknown> {
    const handler = this.handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return structuredClone(await handler(event, ...structuredClone(values)));
  }
}

class IpcRendererDouble extends EventEmitter {
  /** The page that this preload belongs to; a test sets it before it loads the preload. */
  contents: WebContentsDouble | null = null;
  invoke(channel: string, ...values: unknown[]): Promise<unknown> {
    const contents = this.contents;
    if (!contents) return Promise.reject(new Error('no page belongs to this preload'));
    return ipcMain.play({ sender: contents, senderFrame: contents.mainFrame }, channel, ...values);
  }
  send(channel: string, ...values: unknown[]): void {
    const contents = this.contents;
    if (!contents) throw new Error('no page belongs to this preload');
    const event = { sender: contents, senderFrame: contents.mainFrame };
    ipcMain.emit(channel, event, ...structuredClone(values));
  }
}

class ContextBridgeDouble {
  readonly exposed = new Map<string, unknown>();
  exposeInMainWorld(name: string, value: unknown): void {
    this.exposed.set(name, value);
  }
}

type PermissionRequest = (
  contents: unknown,
  permission: string,
  callback: (granted: boolean) => void,
) => void;
type HeadersListener = (details: unknown, callback: (response: unknown) => void) => void;

type SchemeHandler = (request: Request) => Response | Promise<Response>;

class ProtocolDouble {
  privileged: readonly unknown[] = [];
  readonly handlers = new Map<string, SchemeHandler>();
  registerSchemesAsPrivileged(schemes: readonly unknown[]): void {
    this.privileged = schemes;
  }
  handle(scheme: string, handler: SchemeHandler): void {
    this.handlers.set(scheme, handler);
  }
}

class SessionDouble extends EventEmitter {
  permissionRequest: PermissionRequest | null = null;
  permissionCheck: (() => boolean) | null = null;
  devicePermission: (() => boolean) | null = null;
  beforeRequest: HeadersListener | null = null;
  readonly protocol = new ProtocolDouble();
  readonly webRequest = {
    onBeforeRequest: (listener: HeadersListener): void => {
      this.beforeRequest = listener;
    },
  };
  /** Forgets what an app has set. */
  reset(): void {
    this.permissionRequest = null;
    this.permissionCheck = null;
    this.devicePermission = null;
    this.beforeRequest = null;
    this.protocol.handlers.clear();
    this.removeAllListeners();
  }
  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: () => boolean): void {
    this.permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: () => boolean): void {
    this.devicePermission = handler;
  }
}

/** A utility process that a test drives: what it was sent, and events it makes. */
export class UtilityDouble extends EventEmitter {
  readonly posted: unknown[] = [];
  readonly stdout = null;
  readonly stderr = null;
  pid: number | undefined = 4242;
  killed = false;
  readonly file: string;
  readonly args: readonly string[];
  constructor(file: string, args: readonly string[]) {
    super();
    this.file = file;
    this.args = args;
  }
  postMessage(message: unknown): void {
    if (this.pid === undefined) throw new Error('posted to a process that is gone');
    this.posted.push(structuredClone(message));
  }
  kill(): boolean {
    this.killed = true;
    this.die(0);
    return true;
  }
  /** Ends the process as the real one ends: no id, then `exit`. */
  die(code: number): void {
    if (this.pid === undefined) return;
    this.pid = undefined;
    this.emit('exit', code);
  }
}

class UtilityProcessDouble {
  readonly forks: UtilityDouble[] = [];
  /** What happens to a new child; a test may make it answer. */
  onFork: (child: UtilityDouble) => void = () => undefined;
  fork(file: string, args: readonly string[] = []): UtilityDouble {
    const child = new UtilityDouble(file, args);
    this.forks.push(child);
    this.onFork(child);
    return child;
  }
}

export const app = new AppDouble();
export const ipcMain = new IpcMainDouble();
export const ipcRenderer = new IpcRendererDouble();
export const contextBridge = new ContextBridgeDouble();
/** The sessions of this app by their partitions, besides the default one. */
export const partitions = new Map<string, SessionDouble>();
export const session = {
  defaultSession: new SessionDouble(),
  fromPartition(name: string): SessionDouble {
    const known = partitions.get(name) ?? new SessionDouble();
    partitions.set(name, known);
    return known;
  },
};
export const { protocol } = session.defaultSession;

/** The session of a window. */
export function sessionOf({ options }: BrowserWindow): SessionDouble {
  const { session: own }: { readonly session?: unknown } = Object(options.webPreferences);
  return own instanceof SessionDouble ? own : session.defaultSession;
}
export const utilityProcess = new UtilityProcessDouble();
export const menus: unknown[] = [];
// The real module's name for it.
export const Menu = {
  setApplicationMenu: (menu: unknown): void => {
    menus.push(menu);
  },
};
export const dialogs: { readonly title: string; readonly content: string }[] = [];
export const dialog = {
  showErrorBox: (title: string, content: string): void => {
    dialogs.push({ title, content });
  },
};

/** Closes the windows that are left, with their timers; forgets everything recorded and every listener. */
export function resetElectron(): void {
  app.end();
  for (const emitter of [app, ipcMain, ipcRenderer, powerMonitor, screen, autoUpdater]) {
    emitter.removeAllListeners();
  }
  app.begin();
  BrowserWindow.all.length = 0;
  app.calls.length = 0;
  app.exits.length = 0;
  app.quits.length = 0;
  app.instanceLock = true;
  app.switches.clear();
  app.loginItems.length = 0;
  app.isPackaged = false;
  resetMachine();
  ipcRenderer.contents = null;
  const { exposed } = contextBridge;
  for (const map of [app.paths, ipcMain.handlers, exposed, partitions]) map.clear();
  session.defaultSession.reset();
  protocol.privileged = [];
  utilityProcess.forks.length = 0;
  utilityProcess.onFork = () => undefined;
  safeStorage.reset();
  for (const list of [menus, dialogs]) list.length = 0;
}
