import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR_SOCKET } from '../../service/app/operator/socket.ts';
import { DAY } from '../../shared/time/clock.ts';
import { startReceiver, type TestReceiver } from '../support/callback-receiver.ts';
import { LAST_RESORT, until } from '../support/last-resort.ts';
import { evaluate, type Scrape } from '../support/promql.ts';
import { giveKeys } from '../support/seeded-data.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sendOnSocket } from '../support/socket-request.ts';
import { send } from '../support/wire.ts';

/*
 * Each alert rule is evaluated on texts that a service has served: before its cause it must not fire,
 * after its cause it must. The time that a rule waits (`for`) is left to Prometheus.
 */

const FOLDER = new URL('../../examples/monitoring/', import.meta.url);
const text = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
const rules = new Map(
  [...text('alerts.yml').matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g)].map(
    ([, name = '', expression = '']) => [name, expression] as const,
  ),
);

let folder: string;
let test: TestService;
let receiver: TestReceiver;

/** Scrapes are a minute apart, independent of the duration of the test. */
let at = 0;
async function scrape(): Promise<Scrape> {
  at += 60;
  const reply = await send(test.ready.metrics_url ?? '').catch(() => null);
  const up = `up{job="tillkit"} ${reply?.status === 200 ? 1 : 0}\n`;
  return { at, text: `${up}${reply?.text ?? ''}` };
}

function fires(rule: string, scrapes: readonly Scrape[]): boolean {
  const expression = rules.get(rule);
  if (expression === undefined) throw new Error(`there is no rule ${rule}`);
  return evaluate(expression, scrapes).length > 0;
}

const WAIT = { timeout: LAST_RESORT };
const firing = async (rule: string) => fires(rule, [await scrape()]);

/** The rule is quiet before `cause` and fires after it. */
async function expectFires(rule: string, cause: () => Promise<unknown>): Promise<void> {
  const pair = async () => {
    await outcomes(5);
    const first = await scrape();
    await outcomes(5);
    return [first, await scrape()] as const;
  };
  // A busy machine can answer one of these requests slowly.
  const [, quiet] = await until(pair, (scrapes) => !fires(rule, scrapes));
  await cause();
  const after = async () => fires(rule, [quiet, await scrape()]);
  await expect.poll(after, { ...WAIT, message: `${rule} after its cause` }).toBe(true);
}

/** Free bytes of the service's disk, which has a hundred. */
let available = 50;
const start = () =>
  startTestService(
    { data: { kind: 'directory', path: folder }, adminListen: { host: '127.0.0.1', port: 0 } },
    { disk: async () => ({ available, size: 100 }) },
  );

async function outcomes(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    expect((await test.secret(test.users.pos, '/payment_request/')).status).toBe(200);
  }
}

/** The checks of the operator's page that are not fine. */
async function problems(): Promise<readonly string[]> {
  const reply = await sendOnSocket(join(folder, OPERATOR_SOCKET), '/status/');
  expect(reply.status).toBe(200);
  const { checks } = Object(reply.json);
  return checks.flatMap(({ check, fine }: { check: string; fine: boolean }) => (fine ? [] : check));
}

const done = new Set<string>();
/** Checks of `tillkit admin status` by the rules that send an operator to it. */
const checked = new Map<string, string>();
function rule(
  name: string,
  cause: () => Promise<unknown>,
  { check, after = async () => {} }: { check?: string; after?: () => Promise<void> } = {},
): void {
  done.add(name);
  if (check !== undefined) checked.set(name, check);
  it(`${name} fires after its cause, and not before`, async () => {
    try {
      expect(await problems()).toEqual([]);
      await expectFires(name, cause);
      if (check !== undefined) expect(await problems()).toContain(check);
    } finally {
      await after();
    }
  });
}

describe('the alert rules', () => {
  // Each rule has a separate service, because a cause lasts.
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillkit-monitored-'));
    await giveKeys(folder);
    receiver = await startReceiver();
    test = await start();
  });
  afterEach(async () => {
    await test?.stop();
    await receiver?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  rule('TillkitErrors', async () => {
    test.service.simulator.addFault({ act: 'status', status: 500, times: 3 });
    for (let count = 0; count < 3; count += 1) {
      expect((await test.secret(test.users.pos, '/payment_request/')).status).toBe(500);
    }
  });

  rule('TillkitSlow', async () => {
    test.service.simulator.addFault({ act: 'delay', delay_ms: 1_100, times: 1 });
    await outcomes(1);
  });

  rule('TillkitRefusals', async () => {
    for (let count = 0; count < 70; count += 1) {
      expect((await test.open('/payment_request/')).status).toBe(401);
    }
  });

  rule(
    'TillkitResultsUnmatched',
    async () => {
      await approved('unmatched');
      await test.service.simulator.advance(1_200);
    },
    { check: 'payments' },
  );

  rule(
    'TillkitTillsSilent',
    async () => {
      const body = {
        version: '0.1.0',
        clock: '2026-11-27 12:00:00',
        screen: 'idle',
        printer: 'none',
        disk_free_bytes: null,
        journal_bytes: 0,
        unsent: 0,
        open_bills: 0,
      };
      const pos = { id: 'silent', name: 'Silent', type: 'store' };
      await test.key(test.users.admin, '/pos/', { method: 'POST', body: pos });
      const path = '/pos/silent/status/';
      expect((await test.secret(test.users.pos, path, { method: 'PUT', body })).status).toBe(204);
      await test.service.simulator.advance(660);
    },
    { check: 'tills' },
  );

  rule(
    'TillkitReceiptsLeftOut',
    async () => {
      await test.stop();
      const database = new DatabaseSync(join(folder, 'tillkit.db'));
      const note = `INSERT INTO till_period_problem (merchant_id, pos_id, number, kind, at)
      SELECT id, 'cut', 1, 'left_out', 0 FROM merchant LIMIT 1`;
      database.prepare(note).run();
      database.close();
      test = await start();
    },
    { check: 'books' },
  );

  rule(
    'TillkitHostsFailing',
    async () => {
      receiver.answer(500);
      await approved('failing');
    },
    { check: 'callbacks' },
  );

  rule(
    'TillkitCallbacksLate',
    async () => {
      receiver.answer(500);
      // More than are attempted at once. The others stay due, however late the scrape is.
      for (let number = 0; number < 20; number += 1) await approved(`late-${number}`);
      await test.service.simulator.advance(0);
      await test.stop();
      const database = new DatabaseSync(join(folder, 'tillkit.db'));
      // As if the service had been stopped for a day.
      database.prepare('UPDATE delivery SET due_at = due_at - ?').run(DAY);
      database.close();
      receiver.answer('hang');
      test = await start();
    },
    // Ends the attempts in progress, so that the service can stop at once.
    { check: 'callbacks', after: () => receiver.stop() },
  );

  rule(
    'TillkitCannotWrite',
    async () => {
      renameSync(join(folder, 'tillkit.db'), join(folder, 'moved'));
    },
    {
      check: 'service',
      async after() {
        renameSync(join(folder, 'moved'), join(folder, 'tillkit.db'));
        await expect.poll(() => firing('TillkitCannotWrite'), WAIT).toBe(false);
      },
    },
  );

  rule(
    'TillkitDiskFilling',
    async () => {
      available = 9;
    },
    {
      check: 'disk',
      async after() {
        available = 50;
      },
    },
  );

  rule('TillkitDown', () => test.stop());

  it('send an operator to the page that has the cause', () => {
    const told = [...text('alerts.yml').matchAll(/- alert: (\w+)\n[\s\S]+?annotations: (.+)/g)];
    const sent = told.flatMap(([, name, note]) =>
      note?.includes('tillkit admin status') ? name : [],
    );
    expect(sent.sort()).toEqual([...checked.keys()].sort());
  });

  it('are all tested', () => {
    expect([...done].sort()).toEqual([...rules.keys()].sort());
    expect(rules.size).toBe(text('alerts.yml').match(/- alert:/g)?.length);
  });
});

/** A payment that the customer has approved, and that no till captures. */
async function approved(posTid: string): Promise<void> {
  const tid = await test.payment({ pos_tid: posTid, callback_uri: `${receiver.url}/hook` });
  await test.service.simulator.claim(tid, test.ready.customers[0]?.msisdn ?? '');
  await test.service.simulator.confirm(tid);
}

describe('the dashboard', () => {
  it('has a value for every expression from the service’s own metrics', async () => {
    const own = await startTestService({ adminListen: { host: '127.0.0.1', port: 0 } });
    try {
      await own.payment();
      const { text: served } = await send(own.ready.metrics_url ?? '');
      const both = [
        { at: 0, text: '' },
        { at: 60, text: served },
      ];
      const panels: readonly { targets: readonly { expr: string }[] }[] = JSON.parse(
        text('dashboard.json'),
      ).panels;
      const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
      expect(expressions.length).toBeGreaterThan(10);
      const empty = expressions.filter((one) => evaluate(one, both).length === 0);
      expect(empty).toEqual([]);
      const notFound = await send(new URL('/other', own.ready.metrics_url ?? '').href);
      expect(notFound.status).toBe(404);
    } finally {
      await own.stop();
    }
  });
});
