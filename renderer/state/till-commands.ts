import type { StoreApi } from 'zustand/vanilla';
import type { Bridge, BridgeAnswer, BridgeCommand } from '../../shared/bridge/contract.ts';
import type { TillState } from './till-state.ts';

/** What is asked of the till's tools: its printer, and its eyes for what is wrong. */
export type ToolCommand = Extract<
  BridgeCommand,
  { readonly type: `print_${string}` | 'diagnose' | 'support_bundle' }
>;

/** Gives the host a command and shows what came of it; true when it was taken. */
export async function sendCommand(
  bridge: Bridge,
  store: StoreApi<TillState>,
  command: BridgeCommand,
  pending: TillState['pending'],
): Promise<boolean> {
  if (pending !== null) store.setState({ pending, problem: null });
  const answer = await call(bridge, command);
  if (pending !== null) store.setState({ pending: null });
  if (answer?.ok === true) return true;
  if (pending !== null) store.setState({ problem: { refusal: answer?.refusal ?? null } });
  return false;
}

/** Asks a tool; a refusal is shown as a problem. */
export async function runTool(
  bridge: Bridge,
  store: StoreApi<TillState>,
  command: ToolCommand,
): Promise<boolean> {
  if (store.getState().running) return false;
  store.setState({ running: true, problem: null });
  const answer = await call(bridge, command);
  store.setState({ running: false });
  if (answer?.ok !== true) {
    store.setState({ problem: { refusal: answer?.refusal ?? null } });
    return false;
  }
  if (command.type === 'support_bundle') store.setState({ written: answer.value?.id ?? null });
  return true;
}

/** Gives the host a command; null where it could not be asked. */
export async function call(bridge: Bridge, command: BridgeCommand): Promise<BridgeAnswer | null> {
  try {
    return await bridge.call(command);
  } catch {
    // The way to the host broke under the call; the screen says so and keeps what was typed.
    return null;
  }
}
