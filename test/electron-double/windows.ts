import { EventEmitter } from 'node:events';
import { app, ipcRenderer } from './electron.ts';
import type { Rectangle } from './machine.ts';

export type Frame = { readonly url: string };

let nextContentsId = 1;

/** A page's contents: events, recorded sends, and the preload's `ipcRenderer` listening to them. */
export class WebContentsDouble extends EventEmitter {
  readonly id: number;
  mainFrame: Frame;
  readonly sent: { readonly channel: string; readonly values: readonly unknown[] }[] = [];
  windowOpenHandler: ((details: { readonly url: string }) => { readonly action: string }) | null =
    null;
  readonly calls: string[] = [];
  /** Takes what is sent to the page, where a real one is attached; else the test's own preload. */
  deliver: ((channel: string, values: readonly unknown[]) => void) | null = null;
  private destroyed = false;

  constructor(url = 'about:blank') {
    super();
    this.id = nextContentsId++;
    this.mainFrame = { url };
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('destroyed');
  }
  getURL(): string {
    return this.mainFrame.url;
  }
  send(channel: string, ...values: unknown[]): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
    const cloned = structuredClone(values);
    this.sent.push({ channel, values: cloned });
    if (this.deliver) this.deliver(channel, cloned);
    // The one preload of the test belongs to one page; another page has none that listens.
    else if (ipcRenderer.contents === this) {
      ipcRenderer.emit(channel, { sender: ipcRenderer }, ...cloned);
    }
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.windowOpenHandler = handler;
  }
  setVisualZoomLevelLimits(least: number, most: number): Promise<void> {
    this.calls.push(`setVisualZoomLevelLimits ${least} ${most}`);
    return Promise.resolve();
  }
  setZoomLevel(level: number): void {
    this.calls.push(`setZoomLevel ${level}`);
  }
  /** What was printed, and how the spooler answers. */
  readonly prints: Readonly<Record<string, unknown>>[] = [];
  static printers: readonly { readonly name: string; readonly displayName: string }[] = [];
  static onPrint: (answer: (taken: boolean, why: string) => void) => void = (answer) =>
    answer(true, '');
  getPrintersAsync(): Promise<typeof WebContentsDouble.printers> {
    return Promise.resolve(WebContentsDouble.printers);
  }
  print(
    options: Readonly<Record<string, unknown>>,
    callback: (taken: boolean, why: string) => void,
  ): void {
    this.prints.push(options);
    WebContentsDouble.onPrint(callback);
  }
  /** Ends the page's process, as for a page that does not answer. */
  forcefullyCrashRenderer(): void {
    this.calls.push('forcefullyCrashRenderer');
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  }
  /** Plays an event that main may prevent; true when it did. */
  prevents(name: string, ...values: unknown[]): boolean {
    return emitPreventable(this, name, values);
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  /** Attaches a real page to each window; a test of whole screens sets it. */
  static onLoad: ((window: BrowserWindow, url: string) => Promise<void>) | null = null;
  readonly webContents = new WebContentsDouble();
  readonly options: Readonly<Record<string, unknown>>;
  readonly loaded: string[] = [];
  readonly calls: string[] = [];
  bounds: Rectangle;

  constructor(options: Readonly<Record<string, unknown>> = {}) {
    super();
    this.options = options;
    const place = (name: string, instead: number) => {
      const value = options[name];
      return typeof value === 'number' ? value : instead;
    };
    const [x, y] = [place('x', 0), place('y', 0)];
    this.bounds = { x, y, width: place('width', 800), height: place('height', 600) };
    BrowserWindow.all.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  static getAllWindows(): readonly BrowserWindow[] {
    return BrowserWindow.all.filter((window) => !window.isDestroyed());
  }
  loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    this.webContents.mainFrame = { url };
    return BrowserWindow.onLoad?.(this, url) ?? Promise.resolve();
  }
  show(): void {
    this.calls.push('show');
  }
  showInactive(): void {
    this.calls.push('showInactive');
  }
  focus(): void {
    this.calls.push('focus');
  }
  restore(): void {
    this.calls.push('restore');
  }
  isFocusable(): boolean {
    return this.options.focusable !== false;
  }
  isMinimized(): boolean {
    return false;
  }
  setKiosk(on: boolean): void {
    this.calls.push(`setKiosk ${on}`);
  }
  setFullScreen(on: boolean): void {
    this.calls.push(`setFullScreen ${on}`);
  }
  setSkipTaskbar(on: boolean): void {
    this.calls.push(`setSkipTaskbar ${on}`);
  }
  minimize(): void {
    this.calls.push('minimize');
  }
  setAlwaysOnTop(on: boolean, level = ''): void {
    this.calls.push(`setAlwaysOnTop ${on} ${level}`);
  }
  setBounds(bounds: Rectangle): void {
    this.bounds = bounds;
    this.calls.push('setBounds');
  }
  getBounds(): Rectangle {
    return this.bounds;
  }
  isDestroyed(): boolean {
    return this.webContents.isDestroyed();
  }
  /** Closing as a person does it, which main may prevent. */
  close(): void {
    if (!emitPreventable(this, 'close', [])) this.destroy();
  }
  destroy(): void {
    if (this.isDestroyed()) return;
    this.webContents.destroy();
    this.emit('closed');
  }
}

function emitPreventable(emitter: EventEmitter, name: string, values: readonly unknown[]): boolean {
  let prevented = false;
  const event = {
    get defaultPrevented() {
      return prevented;
    },
    preventDefault: () => {
      prevented = true;
    },
  };
  emitter.emit(name, event, ...values);
  return prevented;
}
