import { answer } from '../../../shared/protocol/errors.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import type { Command } from './command.ts';

/** `confirm-clock`: a service that doubts its clock trusts it again within some seconds (D-216). */
export const confirmClock: Command = {
  usage: 'confirm-clock',
  summary: 'say that the clock of this machine is right, for a service that doubts it',
  words: [],
  options: [],
  async run(deps) {
    const store = await deps.store();
    const before = await store.clockMark.read();
    const now = deps.now();
    await store.clockMark.confirm(now);
    const newest = before === null ? 'none' : `${formatDateTime(before)} UTC`;
    return answer([
      `The time is ${formatDateTime(now)} UTC; the newest commit was: ${newest}.`,
      'The service trusts its clock again within ten seconds, or at its next start.',
    ]);
  },
};
