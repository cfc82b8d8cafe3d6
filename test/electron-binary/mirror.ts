import { z } from 'zod';
import type { Inspector } from './inspector.ts';

const looked = z.object({
  windows: z.array(
    z.object({
      id: z.number(),
      url: z.string(),
      loaded: z.array(z.string()),
      calls: z.array(z.string()),
      keys: z.array(z.enum(['kept', 'passed'])),
    }),
  ),
  services: z.array(z.number()),
  displays: z.number(),
  refused: z.array(z.string()),
});

const EVERY = 50;

/** A window of the real app as a test sees it; a moment behind the truth, so poll for it. */
export type MirroredWindow = {
  readonly id: number;
  url: string;
  loaded: readonly string[];
  calls: readonly string[];
  keys: readonly ('kept' | 'passed')[];
  /** Plays an event of the window's own. */
  emit(name: string): void;
  /** Closes it as a person does, which main may prevent. */
  close(): void;
  isDestroyed(): boolean;
};

/** A process of the service, as the app has started them one after the other. */
export type MirroredService = { readonly pid: number; kill(signal: NodeJS.Signals): void };

export type Mirror = {
  /** The windows that are there now, oldest first. */
  readonly windows: readonly MirroredWindow[];
  readonly services: readonly MirroredService[];
  readonly refused: string[];
  readonly displays: number;
  /** Looks once more, after all that main does at once. */
  look(): Promise<void>;
  stop(): void;
};

/** Keeps up with what `watch.cjs` sees in main. */
export async function openMirror(inspector: Inspector): Promise<Mirror> {
  const windows: MirroredWindow[] = [];
  const services: MirroredService[] = [];
  const refused: string[] = [];
  const counts = { displays: 0 };
  const take = (value: unknown) => {
    const now = looked.parse(value);
    counts.displays = now.displays;
    refused.push(...now.refused.slice(refused.length));
    for (const pid of now.services) {
      if (services.some((one) => one.pid === pid)) continue;
      services.push({ pid, kill: (signal) => process.kill(pid, signal) });
    }
    const ids = now.windows.map(({ id }) => id).sort((one, other) => one - other);
    const kept = ids.map((id) => windows.find((one) => one.id === id) ?? windowOf(inspector, id));
    for (const window of kept)
      Object.assign(
        window,
        now.windows.find(({ id }) => id === window.id),
      );
    for (const gone of windows.filter((one) => !kept.includes(one))) gone.isDestroyed = () => true;
    windows.splice(0, windows.length, ...kept);
  };
  const settled = 'new Promise((next) => setTimeout(next, 20)).then(tillkitLook)';
  const look = async () => take(await inspector.evaluate(settled));
  await look();
  let stopped = false;
  const follow = async () => {
    while (!stopped) {
      await new Promise((resolve) => setTimeout(resolve, EVERY));
      await look().catch(() => undefined);
    }
  };
  void follow();
  return {
    ...{ windows, services, refused, look },
    get displays() {
      return counts.displays;
    },
    stop: () => {
      stopped = true;
    },
  };
}

function windowOf(inspector: Inspector, id: number): MirroredWindow {
  const ask = (act: string) => {
    const find = `BrowserWindow.getAllWindows().find((one) => one.webContents.id === ${id})`;
    const expression = `{ const { BrowserWindow } = require('electron'); ${find}?.${act}; }`;
    inspector.evaluate(expression).catch(() => undefined);
  };
  return {
    ...{ id, url: '', loaded: [], calls: [], keys: [] },
    emit: (name) => ask(`emit(${JSON.stringify(name)}, { preventDefault() {} })`),
    close: () => ask('close()'),
    isDestroyed: () => false,
  };
}
