import type { Poster } from './poster.ts';

/** Pixels per millimetre: about 200 per inch, sharp on paper and small as a file. */
const SCALE = 8;
const FAMILY = '"Atkinson Hyperlegible Next Variable"';

/** The poster as a PNG. Rejects if the browser has no canvas. */
export async function posterPng(poster: Poster): Promise<Blob> {
  await Promise.all([420, 720].map((weight) => document.fonts.load(`${weight} 40px ${FAMILY}`)));
  const canvas = document.createElement('canvas');
  canvas.width = poster.width * SCALE;
  canvas.height = poster.height * SCALE;
  const brush = canvas.getContext('2d');
  if (brush === null) throw new Error('this browser cannot draw pictures');
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.fillStyle = '#000';
  for (const { text, x, y, size, strong } of poster.texts) {
    brush.font = `${strong ? 720 : 420} ${size * SCALE}px ${FAMILY}, sans-serif`;
    brush.fillText(text, x * SCALE, y * SCALE);
  }
  const { qr } = poster;
  // A whole number of pixels per module, so that the edges are not grey.
  const module = Math.floor(qr.module * SCALE);
  for (const { row, column, length } of qr.runs) {
    const [x, y] = [qr.x * SCALE + column * module, qr.y * SCALE + row * module];
    brush.fillRect(x, y, length * module, module);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('this browser cannot write pictures'));
      else resolve(blob);
    }, 'image/png');
  });
}
