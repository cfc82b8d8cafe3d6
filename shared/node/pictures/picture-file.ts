/** A file whose headers promise a picture within the limits. Its pixels are not decoded yet. */
export type PictureFile = {
  readonly kind: 'jpeg' | 'png';
  readonly width: number;
  readonly height: number;
  /** How a camera held the picture, as EXIF counts: 1 is upright. */
  readonly orientation: number;
  /** The file with only the parts that the pixels need. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes of the rows of a PNG file before they were packed; null for a JPEG file. */
  readonly rowBytes: number | null;
};

/** A picture file with how often its decoder goes over each part of a pixel. */
export type ReadFile = PictureFile & { readonly cost: number };

/** Parts of a file as new bytes of their own. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
