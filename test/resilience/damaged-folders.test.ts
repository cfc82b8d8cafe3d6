import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService } from '../../service/index.ts';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng } from '../simulation/prng.ts';
import { DAMAGES, damage, filesIn, RAW_TEXT } from '../support/damage.ts';
import { member, paymentDraft } from '../support/service.ts';
import { secretHeaders, send } from '../support/wire.ts';

/*
 * Goal: a service on a damaged data folder starts with all that it acknowledged and with its keys, or ends
 * with one sentence that names the file.
 * Method: random damage to each file that a service leaves in its folder. `DAMAGED=9` sets the number of
 * damages to each file; `SEED` sets the seed.
 */

const WAYS = Number(process.env.DAMAGED ?? 3);
const SEED = testSeed().seed;

const folder = mkdtempSync(join(tmpdir(), 'tillkit-damaged-'));
const [whole, path] = [join(folder, 'whole'), join(folder, 'data')];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const service = () =>
  createService({
    ...{ data: { kind: 'directory', path }, port: 0, demo: true, simulator: true, log: 'silent' },
  });
type Started = Awaited<ReturnType<ReturnType<typeof service>['start']>>;

/** The data that must not be lost: a payment with its outcome, the user’s secret and the callback key. */
async function kept({ base_url, callback_key_url, merchant, users }: Started, tid: string) {
  const secret = users.find(({ id }) => id === 'pos')?.secret ?? '';
  const headers = secretHeaders(merchant.id, 'pos', secret);
  const read = await send(`${base_url}/payment_request/${tid}/outcome/`, { headers });
  const { status_code, captures } = Object(read.json);
  return [(await send(callback_key_url)).text, secret, read.status, status_code, captures];
}

let tid: string;
let before: unknown;
beforeAll(async () => {
  const first = service();
  const ready = await first.start();
  const secret = ready.users.find(({ id }) => id === 'pos')?.secret ?? '';
  const headers = secretHeaders(ready.merchant.id, 'pos', secret);
  const body = paymentDraft({ customer: '4798765432' });
  const made = await send(`${ready.base_url}/payment_request/`, { method: 'POST', headers, body });
  tid = member(made.json, 'id');
  await first.simulator.confirm(tid);
  const put = { method: 'PUT', headers, body: { action: 'capture' } };
  await send(`${ready.base_url}/payment_request/${tid}/`, put);
  before = await kept(ready, tid);
  await first.stop();
  cpSync(path, whole, { recursive: true });
});

describe('a service on a data folder with one damaged file', () => {
  it('starts with its payment and its keys, or refuses in one sentence that names the file', async () => {
    const prng = createPrng(SEED);
    const files = filesIn(whole);
    expect(files).toContain('tillkit.db');
    expect(files.length).toBeGreaterThan(5);
    const refused: string[] = [];
    const findings: string[] = [];
    for (const file of files) {
      const ways = [...DAMAGES];
      for (let count = 0; count < WAYS; count += 1) {
        const [way = ''] = ways.splice(prng.between(0, ways.length - 1), 1);
        rmSync(path, { recursive: true, force: true });
        cpSync(whole, path, { recursive: true });
        damage(join(path, file), way, prng);
        const story = `seed ${SEED}: ${file} ${way}`;
        const next = service();
        const ready = await next.start().catch((error: unknown) => String(Object(error).message));
        if (typeof ready === 'string') {
          refused.push(file);
          const good = ready.includes(basename(file)) && !RAW_TEXT.test(ready);
          if (!good) findings.push(`${story}: ${ready}`);
          continue;
        }
        const now = await kept(ready, tid).finally(() => next.stop());
        if (!isDeepStrictEqual(now, before)) findings.push(`${story}: starts with ${now}`);
      }
    }
    expect(findings).toEqual([]);
    expect(new Set(refused).size).toBeGreaterThan(files.length / 3);
  });
});
