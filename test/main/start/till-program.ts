import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PeriodReport } from '../../../shared/books/entry.ts';
import { connectTo } from '../../support/bridge-socket.ts';
import { type Command, runCommand } from './run-till.ts';

/* The till program with a screen that gives commands, and kills of it. */

const SCREEN = /Open (http:\/\/127\.0\.0\.1:\d+\/open\/[\w-]{43}) for the cashier screen/;

export type TillAnswer = {
  readonly ok: boolean;
  readonly value?: { readonly report?: { readonly report: PeriodReport } } | null;
  readonly refusal?: unknown;
};

export function tillProgram(folder: string) {
  const running: Command[] = [];
  return {
    /** Starts the till; returns a screen that gives commands one after another. */
    async start() {
      const command = runCommand('main/start.ts', ['--port', '0', '--data', folder]);
      running.push(command);
      const launch = (await command.line(SCREEN))[1] ?? '';
      const base = new URL('/', launch).href;
      const opened = await fetch(launch, { redirect: 'manual' });
      const cookie = opened.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      const page = await (await fetch(base, { headers: { cookie } })).text();
      const token = /name="tillkit-token" content="([^"]+)"/.exec(page)?.[1] ?? '';
      const socket = connectTo(base);
      await socket.opened;
      socket.send({ type: 'hello', token });
      let [next, at] = [0, 0];
      return async (given: object): Promise<TillAnswer> => {
        next += 1;
        socket.send({ type: 'command', id: next, command: given });
        for (;;) {
          const frame = await socket.frame(at);
          at += 1;
          const reply = frame as { type: string; id?: number; answer?: TillAnswer };
          if (reply.type === 'answer' && reply.id === next && reply.answer) return reply.answer;
        }
      };
    },
    /** Kills every till that runs, with SIGKILL. */
    async kill() {
      for (const command of running.splice(0)) {
        command.signal('SIGKILL');
        await command.ended;
      }
    },
    /** The first file below the folder whose path ends so. */
    fileNamed(name: string): string {
      const found = readdirSync(folder, { recursive: true }).map(String);
      const path = found.find((one) => one.endsWith(name));
      if (path === undefined) throw new Error(`no ${name} in ${found.join()}`);
      return join(folder, path);
    },
  };
}
