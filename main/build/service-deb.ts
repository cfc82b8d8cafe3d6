import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runChild } from '../../shared/node/children.ts';
import { packageRoot } from '../host/adapters/machine.ts';
import { buildScreens } from './screens.ts';
import { bundleService, SERVICE_COMMAND } from './service-bundle.ts';

/*
 * `npm run pack:service` makes the Debian package of the service in `release`: the service and the
 * operator's commands with all they need, Node.js included, and a unit for systemd.
 */

/** The name of the package, of its unit and of its folders. */
export const DEB_NAME = 'tillkit-service';

/** Names of the architecture: Debian's, by that of Node.js. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

const COMMANDS = { ...SERVICE_COMMAND, 'admin-cli': 'service/app/admin/cli.ts' };

/** Where the package has the alert rules and the dashboard. */
export const MONITORING = `/usr/share/doc/${DEB_NAME}/monitoring`;

/** Files of the package that an operator edits; an upgrade keeps them. */
const CONFIGURATION = ['/etc/tillkit/service.env'];

/**
 * Builds the package and returns its path. Throws a sentence where it cannot be built: it needs
 * `dpkg-deb`, which every Debian system has, and the Node.js that `npm ci` installs.
 */
export async function buildServiceDeb(version?: string): Promise<string> {
  const root = packageRoot();
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const own = { description: String(manifest.description), version: version ?? manifest.version };
  const tree = join(root, 'dist/service-deb');
  const architecture = await layOut(root, tree);
  const control = { ...own, architecture, kilobytes: Math.ceil(sizeOf(tree) / 1024) };
  writeControl(tree, root, control);
  mkdirSync(join(root, 'release'), { recursive: true });
  const file = join(root, `release/${DEB_NAME}_${own.version}_${architecture}.deb`);
  // Debian 12 unpacks zstd, which packs a tenth more in a tenth of the time of xz.
  const args = ['--root-owner-group', '-Zzstd', '--build', tree, file];
  const { code } = await runChild('dpkg-deb', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (code !== 0) throw new Error(`dpkg-deb ended with ${code}; what it wrote is above.`);
  return file;
}

/** The Node.js of the package. */
const RUNTIME = `usr/lib/${DEB_NAME}/bin/node`;

/**
 * Writes the files as they are installed below `tree`, which it empties first. Returns Debian's name of
 * the architecture, and throws a sentence if there is no Node.js for it.
 */
export async function layOut(root: string, tree: string): Promise<string> {
  const architecture = ARCHITECTURES[process.arch];
  const runtime = join(root, `node_modules/node-linux-${process.arch}/bin/node`);
  if (architecture === undefined || !existsSync(runtime)) {
    throw new Error('The package needs Node.js for Linux in node_modules; run npm ci on Linux.');
  }
  await buildScreens();
  rmSync(tree, { recursive: true, force: true });
  const home = join(tree, 'usr/lib', DEB_NAME);
  const parts = join(root, 'main/build/service-deb');
  const copy = (from: string, to: string, mode = 0o644) => {
    const target = join(tree, to);
    mkdirSync(join(target, '..'), { recursive: true });
    cpSync(from, target);
    chmodSync(target, mode);
  };
  await bundleService(root, join(home, 'dist'), COMMANDS);
  for (const screen of ['wallet', 'portal']) {
    cpSync(join(root, 'dist/screens', screen), join(home, 'dist/screens', screen), {
      recursive: true,
      filter: (path) => !path.endsWith('.map'),
    });
  }
  copy(join(root, 'package.json'), `usr/lib/${DEB_NAME}/package.json`);
  copy(runtime, RUNTIME, 0o755);
  for (const command of [DEB_NAME, 'tillkit-admin']) {
    copy(join(parts, command), `usr/bin/${command}`, 0o755);
  }
  copy(join(parts, `${DEB_NAME}.service`), `lib/systemd/system/${DEB_NAME}.service`);
  copy(join(parts, 'service.env'), 'etc/tillkit/service.env');
  for (const file of ['alerts.yml', 'dashboard.json', 'prometheus.yml']) {
    copy(join(root, 'examples/monitoring', file), `${MONITORING.slice(1)}/${file}`);
  }
  copy(join(root, 'LICENSE'), `usr/share/doc/${DEB_NAME}/copyright`);
  const changes = gzipSync(readFileSync(join(root, 'CHANGELOG.md')), { level: 9 });
  writeFileSync(join(tree, `usr/share/doc/${DEB_NAME}/changelog.gz`), changes);
  return architecture;
}

type Control = {
  readonly version: string;
  readonly description: string;
  readonly architecture: string;
  readonly kilobytes: number;
};

/** The package's own description and scripts. */
function writeControl(tree: string, root: string, control: Control): void {
  const { version, description, architecture, kilobytes } = control;
  const folder = join(tree, 'DEBIAN');
  mkdirSync(folder);
  const fields = {
    Package: DEB_NAME,
    Version: version,
    Architecture: architecture,
    Maintainer: 'Tillkit <maintainers@tillkit.invalid>',
    'Installed-Size': kilobytes,
    Depends: `adduser, libc6 (>= ${libraryOf(join(tree, RUNTIME))}), libstdc++6`,
    Section: 'net',
    Priority: 'optional',
    Description: `${description}\n The service: payment requests, points of sale, codes, wallet and portal.`,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  writeFileSync(join(folder, 'control'), lines.join(''));
  writeFileSync(join(folder, 'conffiles'), CONFIGURATION.map((file) => `${file}\n`).join(''));
  for (const script of ['postinst', 'prerm', 'postrm']) {
    cpSync(join(root, 'main/build/service-deb', script), join(folder, script));
    chmodSync(join(folder, script), 0o755);
  }
}

/** The version of the C library that a program needs, by the versions of the symbols that it names. */
function libraryOf(program: string): string {
  const named = readFileSync(program, 'latin1').matchAll(/\0GLIBC_2\.(\d+)(?=\0)/g);
  const newest = Math.max(...[...named].map(([, minor]) => Number(minor)));
  if (newest < 0) throw new Error(`${program} names no version of the C library.`);
  return `2.${newest}`;
}

/** Bytes of all files below a folder. */
function sizeOf(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const stats = names.map((name) => statSync(join(folder, name)));
  return stats.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}
