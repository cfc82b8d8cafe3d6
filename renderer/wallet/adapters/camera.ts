import { createFindCode } from './find-code.ts';

/** What the camera is doing, or why it does not. */
export type CameraState =
  | 'starting'
  | 'looking'
  /** Nothing was found for a while; the camera rests until somebody presses. */
  | 'resting'
  /** The customer or the phone said no. */
  | 'denied'
  /** There is no camera, it is in use, or the browser lets no page of this address use it. */
  | 'absent';

type Watch = {
  readonly video: HTMLVideoElement;
  readonly onState: (state: CameraState) => void;
  /** Every code that is seen, which may be the same one again and again. */
  readonly onCode: (text: string) => void;
};

const LOOK_EVERY = 160;
const REST_AFTER = 90_000;

/**
 * Watches through the camera at the back, and lets go of it when told to, when the page is hidden,
 * or after a while without a code. Returns how to stop.
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
  // Absent on an address that is not secure, such as a plain one on the local network.
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
