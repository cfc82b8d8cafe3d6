import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { buildServiceDeb, DEB_NAME, MONITORING } from '../../main/build/service-deb.ts';

/*
 * `npm run pack:service:check` builds the Debian package of the service twice, as a version and the
 * next one, and installs, upgrades, removes and purges it in a separate root: a layer above this
 * system's files, of which this system sees nothing. It needs root on Debian, and no network.
 */

const run = promisify(execFile);

/** The worst exposure that `systemd-analyze security` may report for the unit, in tenths. */
const EXPOSURE_MAX = 20;

type Root = {
  /** The path of a file of the root, as this process sees it while the root is open. */
  path(file: string): string;
  /** Runs a command in the root and returns its output. */
  run(command: string, ...args: string[]): Promise<string>;
  start(command: string, ...args: string[]): ChildProcess;
  close(): Promise<void>;
};

/** A root above this system's files, in a mount namespace that a separate process holds. */
async function openRoot(): Promise<Root> {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-root-'));
  for (const part of ['upper', 'work', 'root']) mkdirSync(join(folder, part));
  const root = join(folder, 'root');
  const layers = `lowerdir=/,upperdir=${folder}/upper,workdir=${folder}/work`;
  const script = [
    'set -e',
    `mount -t overlay overlay -o ${layers} ${root}`,
    `mount --rbind /proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    // Without /run/systemd the scripts of the package find no running systemd.
    `mount -t tmpfs tmpfs ${root}/run`,
    'echo ready',
    'exec cat',
  ].join('\n');
  const holder = spawn('unshare', ['--mount', 'sh', '-c', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(holder.stdout), 'line');
  if (line !== 'ready') throw new Error('the root could not be made');
  const inside = ['--mount', `--target=${holder.pid}`, 'chroot', root];
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' };
  return {
    path: (file) => join(`/proc/${holder.pid}/root`, root, file),
    run: async (...command) => (await run('nsenter', [...inside, ...command], { env })).stdout,
    start: (...command) =>
      spawn('nsenter', [...inside, ...command], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
    async close() {
      const closed = once(holder, 'close');
      holder.stdin.end();
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The values of a line of the unit, in order: `Environment=A=1 B=2` gives `A=1` and `B=2`. */
function valuesOf(unit: string, name: string): readonly string[] {
  const lines = unit.split('\n').filter((line) => line.startsWith(`${name}=`));
  return lines.flatMap((line) => line.slice(name.length + 1).split(' '));
}

/** Runs the service as its unit says, while `work` runs. Returns the ready line to `work`. */
async function whileItRuns(root: Root, work: (base: string) => Promise<void>): Promise<void> {
  const unit = readFileSync(root.path(`/lib/systemd/system/${DEB_NAME}.service`), 'utf8');
  const user = ['setpriv', '--reuid=tillkit', '--regid=tillkit', '--init-groups'];
  const environment = ['env', ...valuesOf(unit, 'Environment'), 'TILLKIT_PORT=0'];
  const [command = '', ...args] = [...user, ...environment, ...valuesOf(unit, 'ExecStart')];
  const service = root.start(command, ...args, '--ready-json');
  if (service.stdout === null) throw new Error('the service has no output');
  const ended = once(service, 'close');
  const [line] = await Promise.race([once(createInterface(service.stdout), 'line'), ended]);
  if (typeof line !== 'string') throw new Error('the service ended before it was ready');
  await work(JSON.parse(line).base_url);
  service.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`the service ended with ${code}`);
}

async function expectReady(base: string): Promise<void> {
  const { status } = await fetch(new URL('/health/ready', base));
  if (status !== 200) throw new Error(`the service is not ready: ${status}`);
}

function expectText(text: string, words: string): void {
  if (!text.includes(words)) throw new Error(`"${words}" is missing in:\n${text}`);
}

function expectFiles(root: Root, there: boolean, ...files: string[]): void {
  for (const file of files) {
    const message = there ? `${file} is missing` : `${file} was left`;
    if (existsSync(root.path(file)) !== there) throw new Error(message);
  }
}

const DATABASE = '/var/lib/tillkit/tillkit.db';
const SETTINGS = '/etc/tillkit/service.env';
const PROGRAM = `/usr/lib/${DEB_NAME}/bin/node`;
const SETTING = '\n# kept\nTILLKIT_PUBLIC_ORIGIN=https://pay.example\n';

async function step(name: string, work: () => Promise<void>): Promise<void> {
  await work();
  console.log(`passed: ${name}`);
}

async function check(root: Root, first: string, next: string): Promise<void> {
  await step('install', async () => {
    await root.run('dpkg', '--install', first);
    expectFiles(root, true, PROGRAM, SETTINGS, `${MONITORING}/alerts.yml`);
    await whileItRuns(root, expectReady);
  });
  await step('operator commands, before and while the service runs', async () => {
    await root.run('tillkit-admin', 'create-merchant', '--name', 'Corner shop');
    await whileItRuns(root, async () => {
      expectText(await root.run('tillkit-admin', 'list-merchants'), 'Corner shop');
      expectText(await root.run('tillkit-admin', 'status'), 'service    Ready.');
      await root.run('tillkit-admin', 'backup', '/var/lib/tillkit/safe.backup');
    });
  });
  appendFileSync(root.path(SETTINGS), SETTING);
  await step('upgrade, with the data and the settings', async () => {
    await root.run('dpkg', '--install', next);
    expectText(readFileSync(root.path(SETTINGS), 'utf8'), SETTING);
    expectText(await root.run('dpkg-query', '--show', DEB_NAME), '0.1.1');
    expectText(await root.run('tillkit-admin', 'list-merchants'), 'Corner shop');
    await whileItRuns(root, expectReady);
  });
  await step('remove keeps the data', async () => {
    await root.run('dpkg', '--remove', DEB_NAME);
    expectFiles(root, true, DATABASE, SETTINGS);
    expectFiles(root, false, PROGRAM, '/usr/bin/tillkit-admin');
  });
  await step('purge removes everything', async () => {
    await root.run('dpkg', '--purge', DEB_NAME);
    expectFiles(root, false, '/var/lib/tillkit', '/etc/tillkit', `/usr/lib/${DEB_NAME}`);
    const passwords = readFileSync(root.path('/etc/passwd'), 'utf8');
    if (/^tillkit:/m.test(passwords)) throw new Error('the user was left');
  });
}

/** The unit is valid, and as closed as a program that compiles at run time can be. */
async function checkUnit(folder: string): Promise<void> {
  const unit = join(folder, `${DEB_NAME}.service`);
  const args = ['security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, unit];
  const { stdout } = await run('systemd-analyze', args);
  console.log(stdout.trim().split('\n').at(-1));
}

const first = await buildServiceDeb('0.1.0');
const next = await buildServiceDeb('0.1.1');
await step('the unit', () => checkUnit('main/build/service-deb'));
const root = await openRoot();
try {
  await check(root, first, next);
} finally {
  await root.close();
  rmSync(next, { force: true });
}
