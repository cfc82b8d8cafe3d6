import type { Bridge, TillSettings } from '../../../shared/bridge/contract.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { createDispatch } from './dispatch.ts';
import { createScreenSource } from './screen-source.ts';

/**
 * The bridge to a terminal in the same process, for an embedder's tests or screens in the main
 * process. It checks commands like those of a remote screen.
 */
export function createTerminalBridge(terminal: Terminal, settings: TillSettings): Bridge {
  const source = createScreenSource(terminal, settings);
  const dispatch = createDispatch(terminal);
  return {
    subscribe(listener) {
      listener(source.snapshot());
      return source.subscribe(listener);
    },
    onLink(listener) {
      // A link within one process cannot break.
      listener(true);
      return () => undefined;
    },
    call: (command) => dispatch(command),
  };
}
