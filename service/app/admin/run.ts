import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createIds } from '../../../shared/ids/ids.ts';
import { EXIT } from '../../../shared/node/command.ts';
import { appDataDirectory } from '../../../shared/node/folders.ts';
import { secureRandom } from '../../../shared/node/random.ts';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import type { Answer } from '../../../shared/protocol/errors.ts';
import { openStore } from '../../store/open-store.ts';
import { copyClosedDatabase } from '../../store/sqlite/backup.ts';
import type { Store } from '../../store/store.ts';
import { StoreNotOpened } from '../../store/store-errors.ts';
import { openDataDirectory } from '../data-directory.ts';
import { unknownVariables } from '../variables.ts';
import { type AdminRequest, parseAdmin } from './arguments.ts';
import { connectLiveService, type LiveService } from './live-service.ts';

type Run = Extract<AdminRequest, { readonly kind: 'run' }>;

/**
 * The environment of a command: the values that the command line does not contain, and the output
 * streams.
 */
export type AdminSurroundings = {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
};

/**
 * `tillkit admin`: an operator's commands on the data of a service, running or not. Results go to
 * `out`; an error is one line for `err`. Returns the exit code.
 */
export async function runAdmin(
  args: readonly string[],
  { platform, env, out, err }: AdminSurroundings,
): Promise<number> {
  const say = (sentence: string, code: number): number => {
    err(`${sentence}\n`);
    return code;
  };
  const [unknown] = unknownVariables(env, platform);
  if (unknown !== undefined) return say(unknown, EXIT.unusable);
  const request = parseAdmin(args, env.TILLKIT_DATABASE_URL);
  if (!request.ok) return say(request.refusal.description, EXIT.unusable);
  if (request.value.kind === 'help') {
    out(request.value.text);
    return EXIT.ok;
  }
  try {
    const done = await run(
      request.value,
      env,
      () => env.TILLKIT_DATA || appDataDirectory(platform, env),
    );
    if (!done.ok) return say(done.refusal.description, EXIT.failed);
    out(done.value.map((line) => `${line}\n`).join(''));
    return EXIT.ok;
  } catch (error) {
    return say(reasonOf(error), EXIT.failed);
  }
}

async function run(
  { command, invocation, data, url }: Run,
  env: NodeJS.ProcessEnv,
  usual: () => string,
): Promise<Answer<readonly string[]>> {
  const path = resolve(data ?? usual());
  const database = join(path, 'tillkit.db');
  const clock = createSystemClock();
  let opened: Promise<Store> | null = null;
  const running: { found?: Promise<LiveService | null> } = {};
  const live = () => {
    running.found ??= url === null ? connectLiveService(path) : Promise.resolve(null);
    return running.found;
  };
  const open = async () =>
    (await live())?.store ?? openStore({ database, url: url ?? undefined }, clock);
  // An operator may create the first merchant before the service runs. A list must not create a
  // mistyped folder.
  if (command.makesData) await openDataDirectory({ kind: 'directory', path });
  else if (!command.withoutData && url === null && !existsSync(database)) {
    throw new StoreNotOpened(`There is no database ${database}; see --data.`);
  }
  try {
    return await command.run(
      {
        database,
        ids: createIds(secureRandom),
        random: secureRandom,
        now: clock.now,
        publicOrigin: env.TILLKIT_PUBLIC_ORIGIN || null,
        runningRoot: async () => (await (await live())?.root()) ?? null,
        store() {
          opened ??= open();
          return opened;
        },
        async copyTo(copy) {
          const service = await live();
          await (service === null ? copyClosedDatabase(database, copy) : service.copyTo(copy));
        },
      },
      invocation,
    );
  } finally {
    await closed(opened);
    (await running.found?.catch(() => null))?.close();
  }
}

/** A store that could not be opened has already reported its error. */
async function closed(opened: Promise<Store> | null): Promise<void> {
  const store = await opened?.catch(() => null);
  await store?.close();
}

function reasonOf(error: unknown): string {
  const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  if (error instanceof StoreNotOpened && why.includes('in use')) {
    return `${why} Stop the service first.`;
  }
  return why;
}
