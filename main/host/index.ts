/**
 * `tillkit/host`: the parts of a till that need Node.js. Together with `tillkit/terminal` it is a
 * till without a window; `startTerminal` starts all of it.
 */

export type { Bridge, TillSettings } from '../../shared/device/bridge/contract.ts';
export { secureRandom, systemClock, systemFetch, systemIds } from './adapters/machine.ts';
export type { PageAccess, ShopRoute } from './bridge/page-access.ts';
export { createTerminalBridge } from './bridge/screen-backend.ts';
export type { Opened } from './journal/journal.ts';
export {
  createPush,
  type JournalOptions,
  openJournal,
  type PushOptions,
  type ScreenHostOptions,
  startScreenHost,
} from './on-this-machine.ts';
export { StartError } from './start-error.ts';
export type { TerminalConfigInput as TerminalConfig } from './terminal/config.ts';
export {
  ConfigError,
  type RunningTerminal,
  type StartTerminalOptions,
  startTerminal,
  type TerminalReady,
} from './terminal/start-terminal.ts';
