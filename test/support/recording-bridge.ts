import type { Bridge, Snapshot } from '../../shared/device/bridge/contract.ts';
import type { AnyAnswer, Command } from '../../shared/device/commands/table.ts';

type Type = Command['type'];

/**
 * A bridge that records the commands of one or more screens of a till. `host` answers them; the answers to
 * commands of the types in `lose` are lost on their way, after the host has done what they say.
 */
export function createRecordingBridge(host: (command: Command) => Promise<AnyAnswer>) {
  const commands: Command[] = [];
  const listeners: ((snapshot: Snapshot) => void)[] = [];
  const links: ((up: boolean) => void)[] = [];
  let lost: readonly Type[] = [];
  const bridge: Bridge = {
    subscribe: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    onLink: (listener) => {
      links.push(listener);
      return () => undefined;
    },
    call: async (command) => {
      commands.push(command);
      const answer = await host(command);
      if (lost.includes(command.type)) throw new Error('the answer was lost');
      return answer;
    },
  };
  return {
    bridge,
    commands,
    /** The commands of this type that the screens have sent. */
    sent: <T extends Type>(type: T) =>
      commands.filter((one): one is Extract<Command, { type: T }> => one.type === type),
    show: (snapshot: Snapshot) => {
      for (const listener of listeners) listener(snapshot);
    },
    link: (up: boolean) => {
      for (const listener of links) listener(up);
    },
    lose: (...types: readonly Type[]) => {
      lost = types;
    },
  };
}
