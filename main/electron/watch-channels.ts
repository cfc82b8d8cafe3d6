/** Channels of the watchdog between main and every page's preload. */
export const WATCH_IPC = { ping: 'tillkit:ping', pulse: 'tillkit:pulse' } as const;

/** What a page answers: whether its screen has anything on it. */
export type Pulse = 'drawn' | 'blank';
