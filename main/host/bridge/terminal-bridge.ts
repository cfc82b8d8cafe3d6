import type { Bridge, TillSettings } from '../../../shared/bridge/contract.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { createDispatch } from './dispatch.ts';
import { createScreenSource } from './screen-source.ts';

/**
 * The bridge to a terminal in the same process, for screens that are drawn beside it: the tests of
 * an embedder, or a main process of their own. Commands are checked as those of a distant screen.
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
      // There is nothing between the two that could break.
      listener(true);
      return () => undefined;
    },
    call: (command) => dispatch(command),
  };
}
