import { ipcRenderer } from 'electron';
import type { Pulse, WATCH_IPC } from '../electron/watch-channels.ts';

const CHANNEL: typeof WATCH_IPC = { ping: 'tillkit:ping', pulse: 'tillkit:pulse' };

/**
 * Answers main's question whether this page lives. A page that answers and shows nothing is as
 * useless as one that hangs, so the answer says whether anything is drawn.
 */
export function answerPings(): void {
  ipcRenderer.on(CHANNEL.ping, () => {
    const root = document.getElementById('root');
    const pulse: Pulse = root === null || root.childElementCount === 0 ? 'blank' : 'drawn';
    ipcRenderer.send(CHANNEL.pulse, pulse);
  });
}
