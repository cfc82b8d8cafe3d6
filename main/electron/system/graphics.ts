import { join } from 'node:path';
import { app } from 'electron';
import { z } from 'zod';
import { keepIn } from '../../host/adapters/kept-value.ts';

/** The rendering mode of windows. */
export interface Graphics {
  mode(): 'hardware' | 'software';
  /** Uses software rendering from the next start on. */
  giveUp(): void;
}

const graphicsFile = z.strictObject({ electron: z.string().max(40) });

/**
 * Reads whether software rendering was chosen; call it before the app is ready. A new version of
 * Electron tries the graphics card again, because drivers improve.
 */
export function setupGraphics(directory: string, electron: string): Graphics {
  const kept = keepIn(join(directory, 'graphics.json'), graphicsFile);
  const before = kept.read();
  let mode: 'hardware' | 'software' = before?.electron === electron ? 'software' : 'hardware';
  if (before !== null && mode === 'hardware') kept.forget();
  if (mode === 'software') app.disableHardwareAcceleration();
  return {
    mode: () => mode,
    giveUp() {
      mode = 'software';
      kept.write({ electron });
    },
  };
}
