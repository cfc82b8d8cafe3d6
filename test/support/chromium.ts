import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import packaged from '@sparticuz/chromium';

/** A Chromium that runs on this machine, with the switches and the environment that it needs. */
export type Chromium = {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
const PACKAGE = '@sparticuz/chromium';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/**
 * Switches of the package that the tests leave out. A page misses functions in a single process. Without
 * a zygote each page's process loads the whole program again, which takes 5 to 11 % of the processor time
 * of a test.
 */
const LEFT_OUT = ['--single-process', '--no-zygote'];

/** The switches of the package, without the size of the window, which the tests set themselves. */
const packagedArgs = () =>
  packaged.args.filter((arg) => !arg.startsWith('--window-size') && !LEFT_OUT.includes(arg));

let found: Promise<Chromium> | undefined;

/**
 * `CHROMIUM_PATH` first, then an installed browser, then the one of the packages. The result is kept for
 * the process. Rejects with one sentence if none of them runs.
 */
export function findChromium(): Promise<Chromium> {
  found ??= find();
  return found;
}

async function find(): Promise<Chromium> {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') return { path: given, args: [], env: {} };
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed !== undefined) return { path: installed, args: [], env: {} };
  const folder = await unpackChromium();
  const path = join(folder, 'chromium');
  const env = { ...fontsOf(folder), ...(await librariesOf(folder, reasonNotToRun(path))) };
  return { path, args: packagedArgs(), env };
}

/**
 * Unpacks the package's browser, its libraries and its fonts once for each checkout, and returns the
 * folder. The package itself unpacks into the temporary folder that all users of a machine share, which
 * may hold a browser of another user, of another version, or half written.
 */
async function unpackChromium(): Promise<string> {
  // `import.meta.resolve` does not exist when the runner of the tests loads this file before a run.
  const home = dirname(dirname(createRequire(import.meta.url).resolve(PACKAGE)));
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const cache = join(ROOT, 'node_modules/.cache/tillkit');
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, 'unpacking-'));
  try {
    const program = `import chromium from '${PACKAGE}'; await chromium.executablePath();`;
    await run(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: ROOT,
      // The package unpacks its libraries only on Amazon's servers.
      env: { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    });
    await writeFile(join(staging, 'fonts/fonts.conf'), FONTS);
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The package's own file names folders of Amazon's servers. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`;

/** The package's fonts are used on a machine without any; pictures of text need at least one. */
function fontsOf(folder: string): Record<string, string> {
  if (existsSync('/etc/fonts/fonts.conf')) return {};
  return { FONTCONFIG_PATH: join(folder, 'fonts') };
}

/**
 * The environment in which the browser finds its libraries (NSS and NSPR): the system's if it has them,
 * because they fit its other libraries, and the package's otherwise. `reason` returns why the browser
 * does not run in an environment, null if it does.
 */
export async function librariesOf(
  folder: string,
  reason: (env: Readonly<Record<string, string>>) => Promise<string | null>,
): Promise<Record<string, string>> {
  if ((await reason({})) === null) return {};
  const own = { LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
  const why = await reason(own);
  if (why === null) return own;
  throw new Error(
    `The browser that comes with the packages does not run here (${why}): ` +
      'install Chromium, or set CHROMIUM_PATH to one.',
  );
}

/** Starts the browser only to print its version. */
const reasonNotToRun = (path: string) => async (env: Readonly<Record<string, string>>) => {
  try {
    await run(path, ['--version'], { env: { ...process.env, ...env } });
    return null;
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: string };
    return (stderr || message).trim().split('\n')[0] ?? message;
  }
};
