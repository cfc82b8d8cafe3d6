import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cover } from '../../../main/commands/journal/print.ts';
import { encode } from '../../../main/host/journal/line-format.ts';
import { openJournal } from '../../../main/host/on-this-machine.ts';
import type { JournalRecord } from '../../../shared/terminal/index.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { testIds } from '../../support/till.ts';
import { opened, seen } from '../host/journal/records.ts';

const TILLKIT = fileURLToPath(new URL('../../../main/bin/tillkit.js', import.meta.url));

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tillkit-journal-command-'));
  path = join(directory, 'terminal.journal');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function journal(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [TILLKIT, 'journal', ...args]);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

const write = (...records: JournalRecord[]) => writeFile(path, Buffer.concat(records.map(encode)));

function byPhone(): JournalRecord {
  const first = opened(2);
  if (first.kind !== 'opened') throw new Error('not a first record');
  const method = { kind: 'phone', msisdn: '4798765432' } as const;
  return { ...first, method, body: { ...first.body, customer: 'msisdn:4798765432' } };
}

describe('tillkit journal', () => {
  it('lists every sale with its records, and counts the open sales', async () => {
    await write(opened(1), seen(1, 1003), opened(2), seen(1, 2000));
    const { code, out } = await journal(directory);
    expect(code).toBe(0);
    expect(out).toContain('4 records, 2 sales, 1 of them open');
    expect(out).toContain('The file is intact.');
    expect(out).toMatch(/Sale 1 {2}sale-1 {2}.*1\.00.* PAID\n/);
    expect(out).toMatch(/Sale 2 {2}sale-2 .* CREATING/);
    expect(out).toMatch(/2026-01-05 08:00:00\.000Z {2}seen +code=1003/);
  });

  it('masks phone numbers and tokens by default', async () => {
    const scanned = {
      v: 1,
      at: 1,
      kind: 'code_scanned',
      code: 'c1',
      token: 'token:12345',
    } as const;
    await write(byPhone(), scanned);
    for (const form of [[], ['--json']]) {
      const covered = await journal(directory, ...form);
      expect(covered.out).toContain('********32');
      expect(covered.out).not.toContain('4798765432');
      expect(covered.out).not.toContain('12345');
      expect((await journal(directory, '--personal', ...form)).out).toContain('4798765432');
    }
  });

  it('--json prints the records, one per line', async () => {
    const records = [opened(1), seen(1, 1003), seen(1, 2000)];
    await write(...records);
    const { out } = await journal(path, '--json');
    const lines = out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(records);
  });

  it('works while the till runs, and changes nothing', async () => {
    const ids = testIds();
    const running = await openJournal({ path, clock: createManualClock(), ids });
    if (!running.ok) throw new Error(running.failure.description);
    await running.journal.append(opened(1));
    const [before, files] = [await readFile(path), await readdir(directory)];
    expect((await journal(directory)).out).toContain('2 records, 1 sale, 1 of them open');
    expect(await readFile(path)).toEqual(before);
    expect(await readdir(directory)).toEqual(files);
    expect(await running.journal.append(seen(1, 2000))).toEqual({ ok: true });
    await running.journal.close();
  });

  it('reports an incomplete last record', async () => {
    await write(opened(1));
    await appendFile(path, encode(seen(1, 2000)).subarray(0, 30));
    const { code, out } = await journal(directory);
    expect(code).toBe(0);
    expect(out).toContain('The last 30 bytes are an incomplete record');
  });

  it('prints the whole records of a damaged journal and its position, and exits with 1', async () => {
    await write(opened(1), seen(1, 1003), seen(1, 2000));
    const bytes = await readFile(path);
    const offset = encode(opened(1)).length;
    bytes.writeUInt8(0, offset + 30);
    await writeFile(path, bytes);
    const words = await journal(directory);
    expect(words.code).toBe(1);
    expect(words.out).toContain(`DAMAGED at byte ${offset} (line 2)`);
    expect(words.out).toMatch(/seen +code=2000/);
    const json = await journal(directory, '--json');
    expect(json.code).toBe(1);
    expect(json.err).toContain('DAMAGED');
  });

  it('describes invalid arguments in one sentence', async () => {
    const nothing = await journal(directory);
    expect(nothing).toMatchObject({ code: 1, out: '' });
    expect(nothing.err).toContain('There is no journal at');
    expect(await journal(directory, 'another')).toMatchObject({ code: 2, out: '' });
    const unknown = await journal('--yaml');
    expect(unknown).toMatchObject({ code: 2, out: '' });
    expect(unknown.err).toMatch(/^[^\n]*--yaml[^\n]* See --help\.\n$/);
    expect((await journal('--help')).out).toContain('--personal');
  });
});

it('masks personal values at any depth', () => {
  const proofs = [{ source: 'bankid', verified_at: '2026-01-05T08:00:00.000Z' }];
  const number = { id_number: '01019012345', jurisdiction: 'no', proofs };
  const user_info = { phone_number: '4798765432', fodselsnummer: number, bankid: number };
  const covered = JSON.stringify(cover({ outcome: { user_info } }));
  expect(covered).not.toMatch(/010190|987654/);
  expect(covered).toContain('"id_number":"*********45"');
});
