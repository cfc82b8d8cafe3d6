import type { StoreApi } from 'zustand/vanilla';
import type { Bridge, BridgeAnswer, BridgeCommand } from '../../shared/device/bridge/contract.ts';
import type { TillState } from './till-state.ts';

/** The commands to printer and diagnosis, and of what the diagnosis screen shows. */
export type ToolCommand = Extract<
  BridgeCommand,
  {
    readonly type:
      | `print_${string}`
      | 'diagnose'
      | 'support_bundle'
      | 'saw_refused_receipts'
      | 'scanner';
  }
>;

/** Sends a command to the host and shows a refusal. Returns true if the host accepted it. */
export type Ask = (command: BridgeCommand, pending: TillState['pending']) => Promise<boolean>;

export function createAsk(bridge: Bridge, store: StoreApi<TillState>): Ask {
  return async (command, pending) => {
    if (pending !== null) store.setState({ pending, problem: null });
    const answer = await call(bridge, command);
    if (pending !== null) store.setState({ pending: null });
    if (answer?.ok === true) return true;
    if (pending !== null) store.setState({ problem: { refusal: answer?.refusal ?? null } });
    return false;
  };
}

/** What the host answers to a command that it accepted. */
export type Accepted = Extract<BridgeAnswer, { readonly ok: true }>;

/** Sends a printer or diagnosis command; null if the host did not accept it. A refusal is shown as a problem. */
export async function runTool(
  bridge: Bridge,
  store: StoreApi<TillState>,
  command: ToolCommand,
): Promise<Accepted | null> {
  if (store.getState().running) return null;
  store.setState({ running: true, problem: null });
  const answer = await call(bridge, command);
  store.setState({ running: false });
  if (answer?.ok !== true) {
    store.setState({ problem: { refusal: answer?.refusal ?? null } });
    return null;
  }
  if (command.type === 'support_bundle') store.setState({ written: answer.value?.id ?? null });
  return answer;
}

/** Sends a command to the host; null if the host could not be reached. */
export async function call(bridge: Bridge, command: BridgeCommand): Promise<BridgeAnswer | null> {
  try {
    return await bridge.call(command);
  } catch {
    // The connection broke during the call. The screen says so and keeps the typed values.
    return null;
  }
}
