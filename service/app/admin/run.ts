import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createIds } from '../../../shared/ids/ids.ts';
import { EXIT } from '../../../shared/node/command.ts';
import { appDataDirectory } from '../../../shared/node/folders.ts';
import { secureRandom } from '../../../shared/node/random.ts';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { openStore } from '../../store/open-store.ts';
import { copyClosedDatabase } from '../../store/sqlite/backup.ts';
import type { Store } from '../../store/store.ts';
import { StoreNotOpened } from '../../store/store-errors.ts';
import { openDataDirectory } from '../data-directory.ts';
import { spaceAt } from '../disk-space.ts';
import type { ActDeps, AnyAct } from '../operator/act.ts';
import { ACTS, type ActInput, type ActName, type ActOutput } from '../operator/acts.ts';
import { DEFAULT_PORT } from '../options.ts';
import { unknownVariables } from '../variables.ts';
import { type AdminRequest, parseAdmin } from './arguments.ts';
import { callService } from './call-service.ts';
import type { Printed } from './command.ts';

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
    const { lines, needsPerson = false } = done.value;
    out(lines.map((line) => `${line}\n`).join(''));
    return needsPerson ? EXIT.failed : EXIT.ok;
  } catch (error) {
    return say(reasonOf(error), EXIT.failed);
  }
}

async function run(
  { command, invocation, data, url }: Run,
  env: NodeJS.ProcessEnv,
  usual: () => string,
): Promise<Answer<Printed>> {
  const path = resolve(data ?? usual());
  const database = join(path, 'tillkit.db');
  const clock = createSystemClock();
  let opened: Promise<Store> | null = null;
  const own = async (): Promise<ActDeps> => {
    opened ??= openStore({ database, url: url ?? undefined }, clock);
    const root = () => `http://127.0.0.1:${DEFAULT_PORT}`;
    const store = await opened;
    const random = secureRandom;
    const disk = () => spaceAt(path);
    return {
      store,
      ids: createIds(random),
      random,
      now: clock.now,
      root,
      copyTo: null,
      notReady: null,
      disk,
    };
  };
  const running = (act: AnyAct, input: Parameters<typeof callService>[2]) =>
    url === null ? callService(path, act, input) : null;
  const act = async <N extends ActName>(name: N, input: ActInput<N>) => {
    const one: AnyAct = ACTS[name];
    const done = (await running(one, input)) ?? (await performed(one, input, own));
    // The boundary: an act answers with what its schema promises.
    return done as Answer<ActOutput<N>>;
  };
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
        now: clock.now,
        publicOrigin: env.TILLKIT_PUBLIC_ORIGIN || null,
        act,
        async copyTo(copy) {
          const done = await running(ACTS.databaseCopy, { path: copy });
          return done ?? answer(await copyClosedDatabase(database, copy));
        },
      },
      invocation,
    );
  } finally {
    await closed(opened);
  }
}

/** Does an act in this process: the same checks as those of a service, on a store that is opened for it. */
async function performed(
  act: AnyAct,
  input: Readonly<Record<string, unknown>>,
  deps: () => Promise<ActDeps>,
): Promise<Answer<unknown>> {
  const checked = validate(act.input, input);
  if (!checked.ok) return checked;
  return act.run(await deps(), checked.value, () => new AbortController().signal);
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
