import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultOf, peopleOf } from '../../../../main/commands/torture/plan.ts';
import { tortureCommand } from '../../../../main/commands/torture/run.ts';
import { printed } from '../../../support/run-command.ts';
import { startTestService, type TestService } from '../../../support/service.ts';

/* `tillkit torture` with real tills as processes: the engine, the register and the naive till. */

const NODE = `"${process.execPath}"`;
const ENGINE = `${NODE} examples/torture-till.ts`;
const NAIVE = `${NODE} examples/naive-till.ts`;
let test: TestService;
let folder: string;
beforeAll(async () => {
  test = await startTestService({ clock: 'system' });
  folder = mkdtempSync(join(tmpdir(), 'tillkit-torture-test-'));
});
afterAll(async () => {
  await test.stop();
  rmSync(folder, { recursive: true });
});

async function torture(...args: readonly string[]) {
  return interruptible(new AbortController().signal, ...args);
}

const interruptible = (interrupted: AbortSignal, ...args: readonly string[]) =>
  printed(tortureCommand(interrupted), args);

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o600);
  return path;
}

/** The arguments for the service of this file. */
const there = () => [
  test.ready.base_url,
  ...['--credentials', file('ready.json', JSON.stringify(test.ready)), '--user', 'pos'],
  ...['--simulator', test.ready.simulator_url ?? ''],
];

type Report = {
  readonly seed: number;
  readonly counts: { readonly sales: number; readonly kills: number; readonly exchanges: number };
  readonly findings: readonly { readonly sale: number; readonly defect: string }[];
};

describe('the terminal engine', () => {
  it('makes sales without a finding, though messages are lost and the till is killed', async () => {
    const json = join(folder, 'engine.json');
    const args = ['--sales', '24', '--jobs', '6', '--seed', '20', '--json', json];
    const { code, out, err } = await torture(...there(), '--till', ENGINE, ...args);
    expect([code, err, out]).toEqual([0, '', expect.stringMatching(/^0 findings/m)]);
    const report: Report = JSON.parse(readFileSync(json, 'utf8'));
    expect(report).toMatchObject({ seed: 20, counts: { sales: 24 }, findings: [] });
    expect(report.counts.kills).toBeGreaterThan(0);
    expect(report.counts.exchanges).toBeGreaterThan(48);
  });
});

describe('the cash register of the examples', () => {
  it('makes its sales without a finding, though its till is killed in each of them', async () => {
    const isKilled = (seed: number) =>
      peopleOf(seed, 1).customer === 'approves' &&
      faultOf(seed, 1, 'create', 0).name === 'kill after' &&
      faultOf(seed, 2, 'create', 0).name === 'kill before';
    let seed = 0;
    while (!isKilled(seed)) seed += 1;
    const json = join(folder, 'register.json');
    const till = ['--till', `${ENGINE} --register`, '--sales', '2', '--jobs', '2'];
    const { code, out, err } = await torture(
      ...[...there(), ...till, '--seed', String(seed), '--json', json],
    );
    expect([code, err, out]).toEqual([0, '', expect.stringMatching(/^0 findings/m)]);
    const { counts }: Report = JSON.parse(readFileSync(json, 'utf8'));
    expect(counts.sales).toBe(2);
    expect(counts.kills).toBeGreaterThanOrEqual(2);
  });
});

describe('the naive till', () => {
  it('has at least six distinct defects, which the command finds with this seed', async () => {
    const json = join(folder, 'naive.json');
    const args = ['--sales', '60', '--jobs', '4', '--seed', '1', '--json', json];
    const { code, out, err } = await torture('--till', NAIVE, ...args);
    expect([code, err]).toEqual([1, '']);
    const { findings }: Report = JSON.parse(readFileSync(json, 'utf8'));
    expect([...new Set(findings.map(({ defect }) => defect))]).toEqual(
      expect.arrayContaining([
        'captured, reported as not paid',
        'reported as paid, not captured',
        'captured in two payments',
        'approved in two payments',
        'captured another amount',
        'reservation left',
      ]),
    );
    expect(out).toMatch(/, seed 1$/m);
    expect(out).toMatch(/^ {2}Repeat it: --seed 1 --only-sale \d+$/m);
  });

  it('shows a defect again if its sale alone is repeated', async () => {
    // The customer of sale 2 rejects, and this till takes every end for an approval.
    const args = ['--seed', '1', '--only-sale', '2', '--till', NAIVE];
    const first = await torture(...args);
    expect([first.code, first.err]).toEqual([1, '']);
    expect(first.out).toMatch(/^lost +reported as paid, not captured +1 {3}first: sale 2$/m);
    expect(first.out).toContain('1 sale,');
  });
});

describe('the command line', () => {
  const till = ['--till', 'node till.js'];
  it.each([
    [[], /^--till must name a command/],
    [[...till, '--sales', '0'], /^--sales must be a whole number from 1 to 1000000/],
    [[...till, '--seed', 'abc'], /^--seed must be a whole number/],
    [[...till, '--jobs', '65'], /^--jobs must be a whole number from 1 to 64/],
    [[...till, '--only-sale', '-1'], /--only-sale/],
    [[...till, '--limit', '1.5'], /^--limit must be a whole number/],
    [[...till, '--simulator', 'http://127.0.0.1:1'], /need a URL/],
    [['ftp://pay.example', ...till], /^URL must be an http or https address/],
    [['http://127.0.0.1:1', ...till], /^--credentials must name a file/],
    [['http://127.0.0.1:1', ...till, '--credentials', '/none'], /cannot be read \(ENOENT\)/],
    [['http://a', 'http://b', ...till], /^Name one URL/],
    [['http://127.0.0.1:1', ...till, '--currency', 'kroner'], /^--currency must be a code/],
    [[...till, '--unknown'], /See --help/],
  ])('%j is refused with one sentence', async (args, sentence) => {
    const { code, out, err } = await torture(...args);
    expect([code, out, err.split('\n').length]).toEqual([2, '', 2]);
    expect(err).toMatch(sentence);
  });

  it('refuses invalid credentials, and a user that is not in them', async () => {
    const given = (text: string, ...more: readonly string[]) =>
      torture('http://127.0.0.1:1', ...till, '--credentials', file('own.json', text), ...more);
    expect(await given('{')).toMatchObject({ code: 2, err: expect.stringMatching(/is not JSON/) });
    const wrong = await given('{"users":[]}');
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringMatching(/merchant of .* is not right/),
    ]);
    const none = await given(JSON.stringify(test.ready), '--user', 'nobody');
    expect([none.code, none.err]).toEqual([2, expect.stringMatching(/has no user nobody/)]);
  });

  it('reports why a till does not start', async () => {
    const { code, out, err } = await torture('--till', `${NODE} examples/none.ts`, '--sales', '3');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^The till ends before it sends a request: .*none\.ts/s);
  });

  it('reports a till that never answers, within its limit', async () => {
    const silent = `${NODE} -e "process.stdin.resume()"`;
    const { code, out } = await torture('--till', silent, '--sales', '2', '--limit', '1');
    expect(code).toBe(1);
    expect(out).toMatch(/^left open +no final report +2 {3}first: sale 1$/m);
  });

  it('ends its tills if it is interrupted', async () => {
    const place = mkdtempSync(join(folder, 'interrupted-'));
    // `exec`, so that the tested process is the started one. Each of the two tills makes a file of its
    // own, whose name is its process id: a till can be killed before it has written a content.
    const script = file(
      'silent.cjs',
      `require('node:fs').writeFileSync(${JSON.stringify(place)} + '/' + process.pid, '');
       process.stdin.resume();`,
    );
    const started = watch(place);
    const interruption = new AbortController();
    const args = ['--till', `exec ${NODE} ${script}`, '--sales', '3', '--limit', '600'];
    const run = interruptible(interruption.signal, ...args);
    await once(started, 'change');
    started.close();
    interruption.abort();
    const { code, out, err } = await run;
    expect([code, out, err]).toEqual([2, '', 'The run was interrupted. All tills were ended.\n']);
    const pids = readdirSync(place).map(Number);
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) {
      expect(pid).toBeGreaterThan(1);
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    }
  });

  it('prints its usage with --help', async () => {
    const { code, out } = await torture('--help');
    expect([code, out]).toEqual([0, expect.stringContaining('Usage: tillkit torture')]);
  });
});

describe('the guide', () => {
  const guide = readFileSync(
    new URL('../../../../docs/guides/torture.md', import.meta.url),
    'utf8',
  );
  const commandsOf = (mark: string) =>
    [...guide.matchAll(new RegExp(`^\`\`\`${mark}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))]
      .flatMap(([, block = '']) => block.split('\n'))
      .filter((line) => line !== '');
  const argumentsOf = (line: string) =>
    [...line.matchAll(/"([^"]*)"|\S+/g)]
      .slice(3)
      .map(([word, quoted]) => (quoted ?? word).replace(/^node /, `${NODE} `));

  it('has commands that run without findings', async () => {
    const passing = commandsOf('sh torture');
    expect(passing).toHaveLength(2);
    for (const line of passing) {
      const { code, out, err } = await torture(...argumentsOf(line));
      expect([line, code, err]).toEqual([line, 0, '']);
      expect(out).toMatch(/^0 findings/m);
    }
    // The test of the naive till runs this one.
    expect(commandsOf('sh torture fails').map(argumentsOf)).toEqual([
      ['--till', NAIVE, '--sales', '60', '--seed', '1', '--jobs', '4'],
    ]);
  });

  it('lists every defect with its verdict', async () => {
    const { DEFECTS } = await import('../../../../main/commands/torture/audit.ts');
    const rows = [...guide.matchAll(/^\| ([a-z ]+) \| `([^`]+)`: /gm)].map(
      ([, verdict, defect]) => [defect, verdict],
    );
    expect(rows).toEqual(Object.entries(DEFECTS));
  });
});
