import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { thisMachine } from '../../../../main/host/adapters/machine.ts';
import { connectManually, hostPairDeps } from '../../../../main/host/pairing/pair-till.ts';
import { openSecretStore } from '../../../../main/host/secrets/secret-store.ts';
import { MACHINE_PORTS } from '../../../../main/host/till/ports.ts';
import { startTestService, type TestService } from '../../../support/service.ts';
import { type Command, runCommand } from '../../start/run-till.ts';
import { type HeadlessTill, spawnTerminal, startHeadless, terminalFolder } from './run-terminal.ts';

/* `tillkit terminal` as a process: its configuration, its ready line, its end. */

let folder: ReturnType<typeof terminalFolder>;
let service: TestService;
const running: Command[] = [];
beforeAll(async () => {
  service = await startTestService({ clock: 'system' });
});
afterAll(() => service.stop());
beforeEach(() => {
  folder = terminalFolder();
});
afterEach(async () => {
  for (const command of running.splice(0)) {
    command.signal('SIGKILL');
    await command.ended;
  }
  folder.remove();
});

const EMBEDDED = {
  data: 'data',
  service: { kind: 'embedded', simulator: true },
  till_api: { port: 0 },
};

/** A terminal of the service in this process; quicker to start than one with its own. */
function remote(change: object = {}): object {
  const { ready, users } = service;
  const secret = join(folder.path, 'secret');
  writeFileSync(secret, users.pos.secret, { mode: 0o600 });
  const { base_url: url, merchant, pos } = ready;
  const place = {
    kind: 'remote',
    url,
    merchant: merchant.id,
    user: 'pos',
    secret: { file: secret },
  };
  const more = { pos_id: pos[0]?.id, till_api: { port: 0 } };
  return { data: 'data', service: { ...place, ...change }, ...more };
}

async function start(config: unknown = remote()): Promise<HeadlessTill> {
  const till = await startHeadless(folder.path, config);
  running.push(till.command);
  return till;
}

async function customer(till: HeadlessTill, path: string, body: object = {}): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const url = `${till.ready.embedded?.simulator_url}/payment_request/${path}`;
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
}

it.each(['books', 'history', 'history-of-refunds'])(
  'a till whose %s are a file says what to do',
  async (name) => {
    const file = join(folder.path, 'data', name);
    mkdirSync(join(folder.path, 'data'));
    writeFileSync(file, '');
    const { code, text } = await spawnTerminal(folder.path, remote()).ended;
    expect([code, text]).toEqual([1, expect.stringContaining(`${file} must be a folder`)]);
    expect(text).not.toContain('EEXIST');
  },
);

describe('a headless terminal', () => {
  it('with an embedded service takes a payment without a window, and stops on a signal', async () => {
    const till = await start(EMBEDDED);
    expect(till.ready).toMatchObject({ pos_id: 'kasse-1', currency: 'NOK' });
    expect((await fetch(till.ready.docs_url)).status).toBe(200);
    const { sale } = await till.register.start({ reference: 'R-1', amount: 4_200 });
    const { tid } = await till.register.until(sale.id, 'waiting_scan');
    await customer(till, `${tid}/claim/`, { customer: till.ready.embedded?.customers[0]?.msisdn });
    await customer(till, `${tid}/confirm/`);
    await till.register.until(sale.id, 'paid');
    till.command.signal('SIGTERM');
    const { code, text } = await till.command.ended;
    expect([code, text.trim().split('\n').length]).toEqual([0, 1]);
  });

  it('that was killed finds its sale and its token after the restart', async () => {
    const till = await start();
    const { sale } = await till.register.start({ reference: 'R-2', amount: 4_200 });
    await till.register.until(sale.id, 'waiting_scan');
    till.command.signal('SIGKILL');
    await till.command.ended;
    const again = await start();
    expect(again.register.token).toBe(till.register.token);
    const repeat = await again.register.start({ reference: 'R-2', amount: 4_200 });
    expect([repeat.status, repeat.sale.id]).toEqual([200, sale.id]);
    await again.register.until(sale.id, 'waiting_scan');
  });

  it('cannot be started twice on the same data; the first one continues', async () => {
    const till = await start();
    const second = spawnTerminal(folder.path, remote());
    const { code, text } = await second.ended;
    expect([code, text.trim().split('\n').length]).toEqual([1, 1]);
    expect(text).toMatch(/in use/);
    expect((await till.register.call('GET', '')).status).toBe(200);
  });

  it('starts without its service, reports offline, and refuses sales with 503', async () => {
    const till = await start(remote({ url: 'http://127.0.0.1:9/merchant/v1' }));
    await expect
      .poll(async () => (await till.register.call('GET', '')).json.obstacle)
      .toBe('offline');
    const refused = await till.register.start({ reference: 'R-3', amount: 100 });
    expect([refused.status, refused.json.error_type]).toEqual([503, 'offline']);
  });

  it('that was paired starts with the stored pairing', async () => {
    const data = join(folder.path, 'data');
    const config = { data: 'data', service: { kind: 'paired' }, till_api: { port: 0 } };
    const early = await spawnTerminal(folder.path, config).ended;
    expect([early.code, early.text]).toEqual([1, expect.stringContaining('tillkit pair')]);
    const { ready, users } = service;
    const parts = hostPairDeps(data, openSecretStore(data, null), thisMachine, MACHINE_PORTS);
    await connectManually(parts, {
      baseUrl: ready.base_url,
      merchantId: ready.merchant.id,
      userId: 'pos',
      posId: ready.pos[1]?.id ?? 'kasse-9',
      credentials: { kind: 'secret', secret: users.pos.secret },
      shop: { name: 'Shop', address: null, organisation_number: null },
    });
    const till = await start(config);
    const { sale } = await till.register.start({ reference: 'R-4', amount: 100 });
    await till.register.until(sale.id, 'waiting_scan');
  });

  it.each([
    ['no configuration', ['terminal'], /--config/],
    ['a missing configuration file', ['terminal', '--config', 'nowhere.json'], /nowhere\.json/],
  ])('is not started with %s', async (_name, args, words) => {
    const { code, text } = await runCommand('main/bin/tillkit.js', args).ended;
    expect([code, text.trim().split('\n').length]).toEqual([2, 1]);
    expect(text).toMatch(words);
  });

  it('is not started with an invalid configuration, and every invalid field is named', async () => {
    const wrong = { ...EMBEDDED, policy: 'relaxed', currency: 'kroner' };
    const { code, text } = await spawnTerminal(folder.path, wrong).ended;
    expect([code, text.trim().split('\n').length]).toEqual([2, 1]);
    expect(text).toMatch(/terminal\.json.*currency.*policy|terminal\.json.*policy.*currency/);
  });

  it.each(['KWD', 'EUR'])(
    'is not started in a currency that the shop does not take: %s',
    async (currency) => {
      const { code, text } = await spawnTerminal(folder.path, { ...remote(), currency }).ended;
      expect([code, text.trim().split('\n').length]).toEqual([1, 1]);
      expect(text).toContain(`This till takes ${currency}, but the shop takes NOK: `);
      expect(text).toContain('Set "currency" in the terminal’s configuration');
      expect(existsSync(join(folder.path, 'data', 'books'))).toBe(false);
    },
  );

  it('reports a port that is in use', async () => {
    const till = await start();
    const port = Number(new URL(till.ready.url).port);
    const config = { ...remote(), data: 'other', till_api: { port } };
    const { code, text } = await spawnTerminal(folder.path, config).ended;
    expect([code, text]).toEqual([1, expect.stringContaining(String(port))]);
  });
});
