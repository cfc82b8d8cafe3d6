import {
  type BridgeAnswer,
  bridgeCommand,
  type CheckedCommand,
} from '../../../shared/bridge/contract.ts';
import { refuse } from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { Beside } from './beside.ts';

/** Runs one command of a screen; `command` is whatever came over the wire. Never throws. */
export type Dispatch = (command: unknown) => Promise<BridgeAnswer>;

/**
 * The one place where a screen's words become acts, for the WebSocket and for Electron alike. With a
 * desk, nothing gets past its table of roles, whatever a screen shows.
 */
export function createDispatch(terminal: Terminal, beside: Beside = {}): Dispatch {
  return async (command) => {
    try {
      const checked = validate(bridgeCommand, command);
      if (!checked.ok) return checked;
      const refused = beside.desk?.refuses(checked.value.type) ?? null;
      return refused ?? (await run(checked.value, terminal, beside));
    } catch {
      return refuse('Internal Server Error', 'The till could not do this. Try again.');
    }
  };
}

async function run(
  command: CheckedCommand,
  terminal: Terminal,
  { desk, goods }: Beside,
): Promise<BridgeAnswer> {
  switch (command.type) {
    case 'start_sale':
      return goods === undefined
        ? terminal.start(command.request)
        : goods.start(command.request, command.table ?? null);
    case 'goods':
      return goods === undefined ? NO_GOODS : goods.run(command.act);
    case 'act':
      return terminal.act(command.saleId, command.action);
    case 'capture': {
      const { saleId, type: _, ...part } = command;
      const taken = await terminal.capture(saleId, part);
      return taken.ok ? { ok: true, value: { id: taken.value.captureId } } : taken;
    }
    case 'open_code':
      return terminal.openCode(command.label);
    case 'close_code':
      return terminal.closeCode(command.codeId);
    case 'tendered': {
      const { method, amount } = command;
      return terminal.tendered(method ?? undefined, amount ?? undefined);
    }
    case 'setup':
      return refuse('Conflict', 'This till is set up already.');
    case 'refresh':
      terminal.refresh();
      return { ok: true, value: null };
    default:
      return desk?.run(command) ?? refuse('Conflict', 'This till has no desk.');
  }
}

const NO_GOODS = refuse('Not Found', 'This till sells no goods.');
