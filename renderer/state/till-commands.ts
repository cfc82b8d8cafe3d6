import type { StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../shared/device/bridge/contract.ts';
import { clientOf } from '../../shared/device/commands/client.ts';
import type { AnswerOf, Command, CommandName } from '../../shared/device/commands/table.ts';
import type { TillState } from './till-state.ts';

/** The commands to printer and diagnosis, and of what the diagnosis screen shows. */
export type ToolCommand = Extract<
  Command,
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
export type Ask = (command: Command, pending: TillState['pending']) => Promise<boolean>;

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
export type Accepted<Name extends CommandName> = Extract<AnswerOf<Name>, { readonly ok: true }>;

/** Sends a command to the host; null if the host could not be reached. */
export type Call = <C extends Command>(command: C) => Promise<AnswerOf<C['type']> | null>;

/** Sends a printer or diagnosis command; null if the host did not accept it. A refusal is shown as a problem. */
export async function runTool<C extends ToolCommand>(
  bridge: Bridge,
  store: StoreApi<TillState>,
  command: C,
): Promise<Accepted<C['type']> | null> {
  if (store.getState().running) return null;
  store.setState({ running: true, problem: null });
  const answer = await call(bridge, command);
  store.setState({ running: false });
  if (answer?.ok !== true) {
    store.setState({ problem: { refusal: answer?.refusal ?? null } });
    return null;
  }
  return answer;
}

/** Sends a command to the host; null if the host could not be reached. */
export async function call<C extends Command>(
  bridge: Bridge,
  command: C,
): Promise<AnswerOf<C['type']> | null> {
  try {
    return await clientOf(bridge.call)(command);
  } catch {
    // The connection broke during the call. The screen says so and keeps the typed values.
    return null;
  }
}
