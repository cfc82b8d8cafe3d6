import { EXIT } from '../../shared/node/command.ts';
import { appDataDirectory } from '../../shared/node/folders.ts';
import { printedVersion } from '../../shared/node/version.ts';
import { keepHeapYoung } from '../../shared/node/young-heap.ts';
import { parseCli } from './cli-options.ts';
import { beginDemo } from './demo/secrets.ts';
import { notifyManager } from './notify-manager.ts';
import { AdminListenFailed, DEFAULT_HOST, DEFAULT_PORT, type ServiceOptions } from './options.ts';
import type { Service } from './start.ts';
import { USAGE } from './usage.ts';

/**
 * The headless command. Standard output has only the ready line. The log goes to standard error.
 * The exit code gives the result.
 */
async function main(): Promise<void> {
  const { env, platform, argv } = process;
  const production = env.NODE_ENV === 'production';
  const defaultData = appDataDirectory(platform, env);
  const request = parseCli(argv.slice(2), {
    defaultData,
    platform,
    production,
    env,
  });
  if (!request.ok) return end(EXIT.unusable, request.refusal.description);
  if (request.value.kind === 'help') {
    process.stdout.write(USAGE);
    return;
  }
  const { options, readyJson } = request.value;
  keepHeapYoung();
  beginDemo(options);
  // Loaded only now, so that an error on the command line is reported at once.
  const { createService } = await import('./start.ts');
  const service = createService(options);
  stopOnSignals(service);
  // Without TLS a hang-up of the terminal ends the command, as usual.
  if (options.tls !== undefined || process.stdin.isTTY !== true) {
    process.on('SIGHUP', () => service.reloadCertificate());
  }
  try {
    const ready = await service.start();
    await notifyManager(env);
    if (readyJson) process.stdout.write(`${JSON.stringify(ready)}\n`);
  } catch (error) {
    end(EXIT.failed, reasonOf(error, options));
  }
}

/** The first signal stops the service cleanly; a second one ends the process at once. */
function stopOnSignals(service: Service): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(EXIT.failed);
    stopping = true;
    service.stop().then(
      () => process.exit(EXIT.ok),
      (error: unknown) => end(EXIT.failed, `The stop was not clean: ${messageOf(error)}`),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function reasonOf(error: unknown, options: ServiceOptions): string {
  const isAdmin = error instanceof AdminListenFailed;
  const { host = DEFAULT_HOST, port = DEFAULT_PORT } = (isAdmin && options.adminListen) || options;
  const cause = isAdmin ? error.cause : error;
  const [portOption, hostOption] = isAdmin
    ? ['--admin-listen', '--admin-listen']
    : ['--port', '--host'];
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use; choose another with ${portOption}.`;
    case 'EACCES':
      return `No permission: ${messageOf(error)}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}; choose another with ${hostOption}.`;
    default:
      return `The service could not start: ${messageOf(error)}`;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
}

/** Prints one line on standard error and sets the exit code. */
function end(code: number, sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

if (!printedVersion(process.argv.slice(2))) await main();
