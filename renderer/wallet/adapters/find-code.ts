/** Looks for a QR code in the current frame of a video; null if there is none. */
export type FindCode = (video: HTMLVideoElement) => Promise<string | null>;

/** The part of the browser's own barcode detector that is used. Most desktop browsers have none. */
type Detector = {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
};
type DetectorClass = {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

declare global {
  interface Window {
    readonly BarcodeDetector?: DetectorClass;
  }
}

/** Longest side of the frame to search, in pixels. A search then takes a few milliseconds. */
const SIDE_MAX = 640;

/**
 * The browser's own detector if it reads QR codes, else the bundled reader, which is loaded on
 * demand.
 */
export async function createFindCode(): Promise<FindCode> {
  const own = await ownReader();
  if (own === null) return loadReader();
  let reader: FindCode = own;
  return async (video) => {
    try {
      return await reader(video);
    } catch {
      // Some systems have a detector that does not work.
      reader = await loadReader();
      return reader(video);
    }
  };
}

async function ownReader(): Promise<FindCode | null> {
  const { BarcodeDetector } = window;
  if (BarcodeDetector === undefined) return null;
  try {
    if (!(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return null;
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  } catch {
    return null;
  }
}

async function loadReader(): Promise<FindCode> {
  const { default: jsqr } = await import('jsqr');
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const { videoWidth, videoHeight } = video;
    if (pen === null || videoWidth === 0) return null;
    const scale = Math.min(1, SIDE_MAX / Math.max(videoWidth, videoHeight));
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    pen.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = pen.getImageData(0, 0, canvas.width, canvas.height);
    return jsqr.default(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null;
  };
}
