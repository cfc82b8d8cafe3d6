import { createFindCode } from './find-code.ts';

/** The state of the camera. */
export type CameraState =
  | 'starting'
  | 'looking'
  /** No code was found for a while. The camera is off until the customer presses the key. */
  | 'resting'
  /** The customer or the phone denied access. */
  | 'denied'
  /** There is no camera, it is in use, or the browser does not allow it on this address. */
  | 'absent';

type Watch = {
  readonly video: HTMLVideoElement;
  readonly onState: (state: CameraState) => void;
  /** Called for every code that is found, also repeatedly for the same code. */
  readonly onCode: (text: string) => void;
};

const LOOK_EVERY = 160;
const REST_AFTER = 90_000;

/**
 * Looks for codes with the rear camera. It stops on request, when the page is hidden, or after a
 * while without a code. Returns a function that stops it.
 */
export function watchForCode({ video, onState, onCode }: Watch): () => void {
  let stopped = false;
  let stream: MediaStream | null = null;
  let timer = 0;
  const release = () => {
    stopped = true;
    clearTimeout(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
    document.removeEventListener('visibilitychange', hidden);
  };
  const end = (state: CameraState) => {
    if (stopped) return;
    release();
    onState(state);
  };
  const hidden = () => {
    if (document.visibilityState === 'hidden') end('resting');
  };
  const begin = async () => {
    const opened = await open();
    if (typeof opened === 'string') return end(opened);
    stream = opened;
    if (stopped) return release();
    for (const track of opened.getTracks()) track.addEventListener('ended', () => end('absent'));
    video.srcObject = opened;
    const [find] = await Promise.all([createFindCode(), video.play()]);
    if (stopped) return;
    onState('looking');
    const from = performance.now();
    const look = async () => {
      const text = video.readyState >= video.HAVE_CURRENT_DATA ? await find(video) : null;
      if (stopped) return;
      if (text !== null) onCode(text);
      if (performance.now() - from > REST_AFTER) end('resting');
      else if (!stopped) timer = window.setTimeout(next, LOOK_EVERY);
    };
    const next = () => void look().catch(() => end('absent'));
    next();
  };
  document.addEventListener('visibilitychange', hidden);
  onState('starting');
  begin().catch(() => end('absent'));
  return release;
}

async function open(): Promise<MediaStream | 'denied' | 'absent'> {
  // Undefined on an insecure address, such as plain HTTP on the local network.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) return 'absent';
  try {
    const video = { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } };
    return await devices.getUserMedia({ audio: false, video });
  } catch (error) {
    const denied = error instanceof DOMException && error.name === 'NotAllowedError';
    return denied ? 'denied' : 'absent';
  }
}
