import { EventEmitter } from 'node:events';

/** The parts of Electron that are about the machine: power, displays, crashes. */

class PowerSaveBlockerDouble {
  private next = 1;
  readonly started = new Map<number, string>();
  start(type: string): number {
    const id = this.next++;
    this.started.set(id, type);
    return id;
  }
  stop(id: number): boolean {
    return this.started.delete(id);
  }
  isStarted(id: number): boolean {
    return this.started.has(id);
  }
}

export type Rectangle = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
export type DisplayDouble = {
  readonly id: number;
  readonly label: string;
  readonly bounds: Rectangle;
  readonly workArea: Rectangle;
  readonly scaleFactor: number;
};

/** A display of this size whose left edge is at `x`. */
export function makeDisplay(id: number, label: string, x: number, width = 1920): DisplayDouble {
  const bounds = { x, y: 0, width, height: 1080 };
  return { id, label, bounds, workArea: bounds, scaleFactor: 1 };
}

class ScreenDouble extends EventEmitter {
  displays: readonly DisplayDouble[] = [makeDisplay(1, 'Counter', 0)];
  getAllDisplays(): readonly DisplayDouble[] {
    return this.displays;
  }
  getPrimaryDisplay(): DisplayDouble {
    const first = this.displays[0];
    if (!first) throw new Error('there is no display');
    return first;
  }
  getDisplayMatching(rectangle: Rectangle): DisplayDouble {
    const holds = ({ bounds }: DisplayDouble) =>
      rectangle.x >= bounds.x && rectangle.x < bounds.x + bounds.width;
    return this.displays.find(holds) ?? this.getPrimaryDisplay();
  }
  /** Plugs or unplugs, and tells of it as the real one does. */
  plug(displays: readonly DisplayDouble[]): void {
    const grown = displays.length > this.displays.length;
    this.displays = displays;
    this.emit(grown ? 'display-added' : 'display-removed', {}, displays.at(-1));
  }
}

class CrashReporterDouble {
  readonly starts: Readonly<Record<string, unknown>>[] = [];
  start(options: Readonly<Record<string, unknown>>): void {
    this.starts.push(options);
  }
}

/** Electron's own updater; main uses only its event before it quits. */
export const autoUpdater = new EventEmitter();
export const powerMonitor = new EventEmitter();
export const powerSaveBlocker = new PowerSaveBlockerDouble();
export const screen = new ScreenDouble();
export const crashReporter = new CrashReporterDouble();

export function resetMachine(): void {
  powerSaveBlocker.started.clear();
  screen.displays = [makeDisplay(1, 'Counter', 0)];
  crashReporter.starts.length = 0;
}
