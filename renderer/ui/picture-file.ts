import { LIMITS } from '../../shared/protocol/limits.ts';

/** Sides to which a picture is scaled, pixels, the largest first. */
const SIDES = [640, 480, 320];

/**
 * A file of the person's machine as a PNG or JPEG picture in base64 that the service takes; null if the browser
 * cannot read it. The service decodes it and writes it again (D-268).
 */
export async function pictureOf(file: Blob): Promise<string | null> {
  try {
    const image = await createImageBitmap(file);
    try {
      for (const side of SIDES) {
        const found = await encoded(image, side);
        if (found !== null) return found;
      }
      return null;
    } finally {
      image.close();
    }
  } catch {
    return null;
  }
}

async function encoded(image: ImageBitmap, side: number): Promise<string | null> {
  const factor = Math.min(1, side / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * factor));
  canvas.height = Math.max(1, Math.round(image.height * factor));
  const brush = canvas.getContext('2d');
  if (brush === null) return null;
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data } = brush.getImageData(0, 0, canvas.width, canvas.height);
  const isOpaque = data.every((value, at) => at % 4 !== 3 || value === 255);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, isOpaque ? 'image/jpeg' : 'image/png', 0.85);
  });
  if (blob === null || blob.size > LIMITS.cataloguePictureBytesMax) return null;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
