import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { takePort } from './free-port.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PARTS = join(ROOT, 'main/build/service-deb');
const part = (name: string) => readFileSync(join(PARTS, name), 'utf8');

/** A server with the Debian package of the service, as far as the commands of a guide need it. */
export type GuideServer = {
  /** Below it are the folders that the package has below `/etc`, `/var` and `/usr`. */
  readonly folder: string;
  /** The port of the service, behind the proxy. */
  readonly port: number;
  /** The port in place of 9464, the guide's port for metrics. */
  readonly metricsPort: number;
  /** Runs commands as the guide has them, with these variables; throws if one fails. */
  run(commands: string, variables?: Readonly<Record<string, string>>): Promise<string>;
  stop(): Promise<void>;
};

/**
 * Lays out the package in a folder of its own: its scripts, its options and its unit, as they are, with
 * other places for files and the sources in place of the bundles. `systemctl` starts and stops the
 * command of the unit. `places` are texts of the guide with what they are here.
 */
export async function openGuideServer(
  places: readonly (readonly [string, string])[],
  ca: string,
): Promise<GuideServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-server-'));
  const [port, metricsPort] = [await takePort(), await takePort()];
  const mapped = mapping([
    ...places,
    ...['/etc/tillkit', '/var/lib/tillkit', '/var/backups/tillkit'].map(
      (path) => [path, join(folder, path)] as const,
    ),
    ['/usr/lib/tillkit-service/bin/node', process.execPath],
    ['/usr/lib/tillkit-service/dist/admin-cli.js', join(ROOT, 'service/app/admin/cli.ts')],
    ['/usr/lib/tillkit-service/dist/service-cli.js', join(ROOT, 'service/app/cli.ts')],
    // The user of the package.
    ['-o tillkit -g tillkit ', ''],
    ['127.0.0.1:9464', `127.0.0.1:${metricsPort}`],
  ]);
  for (const path of ['bin', 'etc/tillkit', 'var/lib']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  writeFileSync(join(folder, 'etc/tillkit/service.env'), part('service.env'));
  writeFileSync(join(folder, 'issuer.pem'), ca);
  const program = (name: string, text: string) => {
    writeFileSync(join(folder, 'bin', name), text);
    chmodSync(join(folder, 'bin', name), 0o755);
  };
  program('tillkit-admin', mapped(part('tillkit-admin')));
  const curl = join(ROOT, 'test/support/curl.ts');
  program('curl', `#!/bin/sh\nexec '${process.execPath}' '${curl}' "$@"\n`);
  program(
    'setpriv',
    '#!/bin/sh\nwhile case "$1" in --*) ;; *) false;; esac; do shift; done\nexec "$@"\n',
  );
  program('runuser', '#!/bin/sh\nshift 3\nexec "$@"\n');
  // The tools of PostgreSQL are not here. These check what they are called with; the test copies the database.
  for (const name of ['createdb', 'dropdb']) program(name, '#!/bin/sh\n[ -n "$1" ]\n');
  program('pg_dump', `#!/bin/sh\necho "$3" | grep ^postgres: > "\${2#--file=}"\n`);
  program('pg_restore', '#!/bin/sh\necho "$2" | grep -q ^--dbname=postgres: && [ -s "$3" ]\n');
  const env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    CURL_CA_BUNDLE: join(folder, 'issuer.pem'),
  };
  const unit = openUnit(mapped, join(folder, 'etc/tillkit/service.env'), port);
  return {
    folder,
    port,
    metricsPort,
    async run(commands, variables = {}) {
      let printed = '';
      for (const piece of mapped(commands).split(/^(systemctl .*)\n/m)) {
        const [, action] = /^systemctl (\S+) tillkit-service$/.exec(piece) ?? [];
        printed +=
          action === undefined
            ? await shell(piece, { ...env, ...variables })
            : await unit.act(action);
      }
      return printed;
    },
    async stop() {
      await unit.act('stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function shell(commands: string, env: NodeJS.ProcessEnv): Promise<string> {
  if (commands.trim() === '') return '';
  return (await promisify(execFile)('sh', ['-euc', commands], { env })).stdout;
}

/** Replaces the first texts of the pairs by the second ones. */
function mapping(places: readonly (readonly [string, string])[]): (text: string) => string {
  return (text) => places.reduce((all, [from, to]) => all.replaceAll(from, to), text);
}

/** The unit of the package, as `systemctl` handles it. */
function openUnit(mapped: (text: string) => string, options: string, port: number) {
  const text = mapped(part('tillkit-service.service'));
  const [, environment = ''] = /^Environment=(.*)$/m.exec(text) ?? [];
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(text) ?? [];
  const [program = '', ...args] = command.split(' ');
  let running: ChildProcess | null = null;
  const stop = async () => {
    const child = running;
    running = null;
    if (child === null || child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const start = async () => {
    const own = Object.fromEntries(environment.split(' ').map((one) => one.split('=', 2)));
    // A gateway on this machine is allowed, and the service does not have port 4600 for itself.
    const here = { TILLKIT_PORT: String(port), TILLKIT_ALLOW_CALLBACKS_TO: '127.0.0.1' };
    const child = spawn(program, [`--env-file=${options}`, ...args, '--ready-json'], {
      env: { ...process.env, ...own, ...here },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running = child;
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    const ready = once(createInterface(child.stdout), 'line');
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(log)));
    ended.catch(() => undefined);
    await Promise.race([ready, ended]);
  };
  return {
    async act(action: string): Promise<string> {
      if (action === 'is-active') return running === null ? 'inactive\n' : 'active\n';
      if (action !== 'start') await stop();
      if (action !== 'stop') await start();
      return '';
    },
  };
}
