import { app } from 'electron';
import { thisMachine } from '../host/adapters/machine.ts';

/** Ends the app, which starts again by itself. Everything in it has to have ended in order before. */
export function relaunch(): void {
  // The program inside an AppImage is gone with it; the image is what starts again.
  const image = thisMachine.env.APPIMAGE;
  app.relaunch(image ? { execPath: image } : {});
  app.quit();
}
