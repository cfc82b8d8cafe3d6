import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS } from '../../main/testing/faults.ts';
import { LAST_RESORT } from '../support/last-resort.ts';
import { startTestService, type TestService } from '../support/service.ts';

/*
 * The code of the guides is run: all blocks marked `run` of a guide are one program, and what it
 * prints must be the guide's block of output.
 */

const ROOT = new URL('../../', import.meta.url);
const GUIDES = new URL('docs/guides/', ROOT);
const names = readdirSync(GUIDES).filter((name) => name.endsWith('.md'));
const text = (name: string) => readFileSync(new URL(name, GUIDES), 'utf8');

/** Blocks of a guide with exactly this mark, joined. */
function blocks(name: string, mark: string): string {
  const found = [...text(name).matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)];
  return found
    .filter(([, info]) => info === mark)
    .map(([, , code]) => code)
    .join('');
}

/** The package's entries, as they are in the tree. */
const ENTRIES = {
  tillkit: 'main/index.ts',
  'tillkit/client': 'shared/client/index.ts',
  'tillkit/service': 'service/index.ts',
  'tillkit/host': 'main/host/index.ts',
  'tillkit/terminal': 'shared/terminal/index.ts',
  'tillkit/testing': 'main/testing/index.ts',
};

function programOf(name: string): string {
  return Object.entries(ENTRIES).reduce(
    (code, [entry, file]) => code.replaceAll(`"${entry}"`, `"${new URL(file, ROOT).href}"`),
    blocks(name, 'js run'),
  );
}

let test: TestService;
const folder = mkdtempSync(join(tmpdir(), 'tillkit-guides-'));
beforeAll(async () => {
  test = await startTestService({ clock: 'system' });
});
afterAll(async () => {
  await test.stop();
  rmSync(folder, { recursive: true, force: true });
});

const runnable = names.filter((name) => blocks(name, 'js run') !== '');

describe('the guides', () => {
  it.each(names)('%s says what its reader needs before the first step', (name) => {
    const [opening = ''] = text(name).split(/^## /m);
    expect(opening).toMatch(/\b[Yy]ou\s+need\b/);
  });

  it.each(runnable)('the program in %s prints the output that the guide shows', async (name) => {
    const file = join(folder, name.replace('.md', '.mjs'));
    writeFileSync(file, programOf(name));
    const { merchant, id, secret } = test.users.pos;
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      timeout: LAST_RESORT,
      env: {
        ...process.env,
        BASE: test.ready.base_url,
        MERCHANT: merchant,
        USER_ID: id,
        SECRET: secret,
        SIMULATOR: test.ready.simulator_url ?? '',
        ADMIN_KEY: test.ready.users.find((one) => one.id === 'admin')?.private_key_pem ?? '',
      },
    });
    expect(stdout).toBe(blocks(name, 'text output'));
    expect(stdout).not.toBe('');
  });

  it('are 39 guides, and this test runs all of them except the listed ones', () => {
    expect(names).toHaveLength(39);
    const told = [
      // test/docs/add-a-language.test.ts follows its steps.
      'add-a-language.md',
      // What it configures is tested in test/e2e/behind-a-proxy.test.ts.
      'behind-a-proxy.md',
      // Its commands are run in test/main/commands/books.test.ts.
      'books.md',
      'build-a-kiosk.md',
      // Its commands are run in test/main/commands/conform/run.test.ts.
      'conformance.md',
      // Its commands are run in test/docs/customers.test.ts and test/service/app/admin/customers.test.ts.
      'customers.md',
      'displays-and-printers.md',
      'embed-in-electron.md',
      // Its protocol is spoken in test/main/start-fiscal.test.ts.
      'fiscal-device.md',
      // Its commands are run in test/docs/going-live.test.ts.
      'going-live.md',
      // Its example is read in test/main/host/goods/catalogue-file.test.ts.
      'goods.md',
      // `npm run pack:service:check` follows its steps.
      'install-the-service.md',
      'installers.md',
      'lockdown-linux.md',
      'lockdown-windows.md',
      // Its rules are evaluated in test/examples/monitoring.test.ts.
      'monitoring.md',
      'operating.md',
      'print-receipts.md',
      // Its commands are run in test/service/app/admin/restore.test.ts.
      'recovery.md',
      // Its commands are run by test/main/host/updates/release-check.test.ts, as functions.
      'release-keys.md',
      // Its commands for an upgrade are run in test/docs/running-on-postgresql.test.ts.
      // The commands of its section on a standby are run in test/docs/standby.test.ts.
      'running-on-postgresql.md',
      // Its command is run in test/main/host/books/verify-books.test.ts.
      'shop-day.md',
      // Its provider signs a customer in, in test/e2e/oauth-libraries.test.ts.
      'sign-in.md',
      // Its figures, code and commands are tested in test/docs/sign-requests.test.ts.
      'sign-requests.md',
      'staff.md',
      // Its commands are run in test/main/commands/torture/run.test.ts.
      'torture.md',
      'troubleshooting.md',
      'vendor-profiles.md',
    ];
    expect(names.filter((name) => !runnable.includes(name)).sort()).toEqual(told);
  });

  it.each([
    ['embed-in-react.md', 'tsx till', 'examples/react-till/till.tsx'],
    ['embed-in-react.md', 'html index', 'examples/react-till/index.html'],
    ['embed-in-react.md', 'tsx shelf', 'examples/react-till/shelf.tsx'],
    ['embed-in-react.md', 'css till', 'examples/react-till/till.css'],
    ['embed-in-react.md', 'ts serve', 'examples/react-till/serve.ts'],
    ['embed-in-react.md', 'ts vite', 'examples/react-till/vite.config.ts'],
    ['embed-in-electron.md', 'ts main', 'examples/electron-till/main.ts'],
    ['embed-in-electron.md', 'ts remote', 'examples/electron-till/remote.ts'],
  ])('%s contains, in its block "%s", the text of the tested example', (name, mark, file) => {
    expect(blocks(name, mark)).toBe(readFileSync(new URL(file, ROOT), 'utf8'));
  });

  it('list every fault of the test kit with its description', () => {
    const rows = Object.entries(FAULTS).flatMap(([part, faults]) =>
      Object.entries(faults).map(([fault, what]) => `| \`${part}\` | \`${fault}\` | ${what} |`),
    );
    const listed = text('test-your-till.md').match(/^\| `\w+` \| `\w+` \| .*$/gm);
    expect(listed).toEqual(rows);
  });

  it('link to pages that exist', () => {
    for (const name of names) {
      for (const [, target = ''] of text(name).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
        expect(() => readFileSync(new URL(target, GUIDES))).not.toThrow();
      }
    }
  });
});
