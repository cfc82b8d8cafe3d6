import { startCommand } from '../../shared/node/command.ts';
import { CONFORM } from './conform/run.ts';

await startCommand(CONFORM);
