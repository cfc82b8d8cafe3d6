import { ENDING } from '../../shared/node/children.ts';
import { startCommand } from '../../shared/node/command.ts';
import { tortureCommand } from './torture/run.ts';

// The tills are process groups of their own, which a signal to this process does not reach.
const interruption = new AbortController();
for (const signal of ENDING) {
  process.once(signal, () => interruption.abort());
}
await startCommand(tortureCommand(interruption.signal));
