import { type BridgeAnswer, bridgeCommand } from '../../../shared/bridge/contract.ts';
import { refuse } from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';

/** Runs one command of a screen; `command` is whatever came over the wire. Never throws. */
export type Dispatch = (command: unknown) => Promise<BridgeAnswer>;

/** The one place where a screen's words become acts, for the WebSocket and for Electron alike. */
export function createDispatch(terminal: Terminal): Dispatch {
  return async (command) => {
    try {
      const checked = validate(bridgeCommand, command);
      if (!checked.ok) return checked;
      switch (checked.value.type) {
        case 'start_sale':
          return await terminal.start(checked.value.request);
        case 'act':
          return await terminal.act(checked.value.saleId, checked.value.action);
        case 'capture': {
          const { saleId, type: _, ...part } = checked.value;
          const taken = await terminal.capture(saleId, part);
          return taken.ok ? { ok: true, value: { id: taken.value.captureId } } : taken;
        }
        case 'open_code':
          return await terminal.openCode(checked.value.label);
        case 'close_code':
          return await terminal.closeCode(checked.value.codeId);
        case 'tendered':
          return await terminal.tendered(checked.value.method ?? undefined);
        case 'setup':
          return refuse('Conflict', 'This till is set up already.');
        case 'refresh':
          terminal.refresh();
          return { ok: true, value: null };
      }
    } catch {
      return refuse('Internal Server Error', 'The till could not do this. Try again.');
    }
  };
}
