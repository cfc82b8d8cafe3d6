import { renameSync, writeFileSync } from 'node:fs';
import { create } from 'qrcode';

const [WIDTH, HEIGHT] = [640, 480] as const;
const [WHITE, BLACK, GREY] = [235, 16, 128] as const;
const QUIET = 4;
const MODULE = 8;

/**
 * Writes a camera's picture of a QR code: one still picture as raw video (YUV4MPEG2), which Chromium
 * shows through `cameraSwitches`. Without text the picture is an empty wall.
 */
export function writeCameraPicture(path: string, text: string | null): void {
  const luma = Buffer.alloc(WIDTH * HEIGHT, GREY);
  if (text !== null) {
    const { modules } = create(text, { errorCorrectionLevel: 'M' });
    const side = (modules.size + 2 * QUIET) * MODULE;
    const [left, top] = [(WIDTH - side) >> 1, (HEIGHT - side) >> 1];
    for (let y = 0; y < side; y += 1) {
      for (let x = 0; x < side; x += 1) {
        const [row, column] = [Math.floor(y / MODULE) - QUIET, Math.floor(x / MODULE) - QUIET];
        const inside = row >= 0 && column >= 0 && row < modules.size && column < modules.size;
        const dark = inside && modules.get(row, column);
        luma[(top + y) * WIDTH + left + x] = dark ? BLACK : WHITE;
      }
    }
  }
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F20:1 Ip A1:1 C420jpeg\n`;
  const frame = [Buffer.from('FRAME\n'), luma, chroma];
  // A browser that still reads the old film keeps it: a film that is cut short ends the browser.
  writeFileSync(`${path}.new`, Buffer.concat([Buffer.from(head), ...frame, ...frame]));
  renameSync(`${path}.new`, path);
}

/** The switches with which a browser uses that file as its camera without asking. */
export function cameraSwitches(path: string): readonly string[] {
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${path}`,
  ];
}
