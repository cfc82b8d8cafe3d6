import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildScreens } from '../../main/build/screens.ts';
import { approve } from '../e2e/people.ts';
import { launchBrowser } from '../support/browser.ts';
import { startReceiver, type TestReceiver } from '../support/callback-receiver.ts';
import { type GuideServer, openGuideServer } from '../support/guide-server.ts';
import { LAST_RESORT } from '../support/last-resort.ts';
import { ownPostgres, type TestDatabase } from '../support/postgres/shared.ts';
import { evaluate } from '../support/promql.ts';
import { acceptProxies, startTlsProxy, type TlsProxy } from '../support/tls-proxy.ts';

/*
 * The commands of the guide on going live, in its order, on the package's own scripts and unit behind a
 * proxy with TLS. A browser does what the guide has people do in the portal and in the wallet.
 */

const ROOT = new URL('../../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, ROOT), 'utf8');

/** The steps of the guide by their numbers, from 1. */
const steps = read('docs/guides/going-live.md').split(/^## (?=\d)/m);
const NUMBER = '4798765432';

describe.each(['sqlite', 'postgresql'])('the guide on going live, with %s', (kind) => {
  // Each step of the guide needs the one before.
  describe('in its order', { shuffle: false }, () => stepsWith(kind));
});

/** The address of the copy of a database. */
function drillOf(url: string): URL {
  const copy = new URL(url);
  copy.pathname += '_drill';
  return copy;
}

function stepsWith(kind: string): void {
  let proxy: TlsProxy;
  let gateway: TestReceiver;
  let database: TestDatabase | null = null;
  let server: GuideServer;
  let browser: Browser;
  let page: Page;
  let secret = '';
  let tid = '';

  beforeAll(async () => {
    await buildScreens();
    [proxy, gateway] = await Promise.all([startTlsProxy(), startReceiver()]);
    if (kind === 'postgresql') database = await ownPostgres('empty');
    const places = [
      ['https://pay.example', proxy.root],
      ['https://sms.example/codes', gateway.url],
      ['postgres://tillkit:PASSWORD@db.example/tillkit?sslmode=verify-full', database?.url ?? ''],
      [
        'postgres://tillkit:PASSWORD@db.example/tillkit_drill?sslmode=verify-full',
        database === null ? '' : drillOf(database.url).href,
      ],
    ] as const;
    server = await openGuideServer(places, proxy.ca);
    proxy.target = server.port;
    browser = await launchBrowser([acceptProxies()]);
    page = await browser.newPage({ locale: 'en-GB' });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await gateway?.stop();
    await proxy?.stop();
    await database?.drop();
  });

  /** Runs the commands of a step that are for this store, and returns what they print. */
  async function step(number: number) {
    const found = [...(steps[number] ?? '').matchAll(/^```sh (.+)\n([\s\S]*?)^```$/gm)];
    let printed = '';
    for (const [, mark, commands = ''] of found) {
      if (mark === 'run' || mark === kind) printed += await server.run(commands);
    }
    expect(found.length, `commands of step ${number}`).toBeGreaterThan(0);
    return printed;
  }

  it('1 to 3: installs the package, sets the options and ends TLS', async () => {
    await step(1);
    expect(existsSync(join(server.folder, 'var/backups/tillkit'))).toBe(true);
    expect(await step(2)).toBe('active\n');
    const [health = '', discovery = ''] = (await step(3)).split('\n', 2);
    expect(JSON.parse(health)).toEqual({ status: 'ok' });
    expect(JSON.parse(discovery)).toMatchObject({ issuer: proxy.root });
  });

  it('4: creates a merchant, whose first user makes its secret and key in the browser', async () => {
    const [, address = ''] = /^first user (\S+)$/m.exec(await step(4)) ?? [];
    expect(address).toContain(`${proxy.root}/m/#`);
    await page.goto(address);
    await page.getByRole('button', { name: 'Create the user' }).click();
    secret = (await page.locator('.secret').textContent()) ?? '';
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the private key' }).click();
    expect((await file).suggestedFilename()).toBe('admin.pem');
    await page.getByLabel('I have written it down').check();
    await page.getByRole('button', { name: 'I have kept both' }).click();
    await page.getByRole('link', { name: 'Payments' }).waitFor();
  });

  it('5: registers a customer with a code by SMS, a name and the terms', async () => {
    await page.goto(`${proxy.root}/w/`);
    await page.getByLabel('Phone number').fill(NUMBER);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Six-digit code').fill(await codeSent());
    await page.getByRole('button', { name: 'Open my wallet' }).click();
    await page.getByLabel('Your name').fill('Ingrid Solheim');
    await page.getByRole('switch').check({ force: true });
    await page.getByRole('button', { name: 'Create my wallet' }).click();
    await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
    expect(await step(5)).toMatch(/\t4798765432\tactive\t.*\t2026-11 .*\tIngrid Solheim\n/);
  });

  it('6: makes the first payment', async () => {
    const [ask = '', take = ''] = [
      ...(steps[6] ?? '').matchAll(/^```sh run\n([\s\S]*?)^```$/gm),
    ].map(([, commands = '']) => commands);
    const asked = JSON.parse(await server.run(ask, { SECRET: secret, CUSTOMER: NUMBER }));
    tid = asked.id;
    await page.getByRole('button', { name: /Corner shop/ }).click();
    await page.waitForURL(`${proxy.root}/p/${tid}/`);
    await approve(page);
    await page.getByText('Approved').first().waitFor();
    const outcome = JSON.parse(await server.run(take, { SECRET: secret, TID: tid }));
    expect(outcome).toMatchObject({ status_code: 2000, captures: [{ amount: 100 }] });
  });

  it('7: lets the alert for a stopped service fire, and no alert before', async () => {
    const rules = [
      ...read('examples/monitoring/alerts.yml').matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g),
    ];
    const firing = (text: string) =>
      rules
        .filter(
          ([, , rule = '']) =>
            evaluate(rule, [
              { at: 0, text },
              { at: 60, text },
            ]).length > 0,
        )
        .map(([, name]) => name);
    const [scrape = '', halt = '', resume = ''] = [
      ...(steps[7] ?? '').matchAll(/^```sh run\n([\s\S]*?)^```$/gm),
    ].map(([, commands = '']) => commands);
    const metrics = await server.run(scrape);
    expect(metrics).toMatch(/^tillkit_ready 1$/m);
    expect(firing(`up{job="tillkit"} 1\n${metrics}`)).toEqual([]);
    await server.run(halt);
    await expect(server.run(scrape)).rejects.toThrow();
    expect(firing('up{job="tillkit"} 0\n')).toContain('TillkitDown');
    expect(await server.run(resume)).toContain('"ok"');
  });

  it('8 and 9: makes a backup and practises the restore', async () => {
    // The running service writes the file, and systemd lets it write to few folders.
    const unit = read('main/build/service-deb/tillkit-service.service');
    expect(steps[8]).toMatch(/^tillkit-admin backup \/var\/backups\/tillkit\//m);
    expect(unit).toMatch(/^ReadWritePaths=-\/var\/backups\/tillkit$/m);
    const backup = await step(8);
    if (kind === 'sqlite') expect(backup).toContain('can be restored');
    else {
      const kept = (name: string) => join(server.folder, 'var/backups/tillkit', name);
      expect(existsSync(kept('first-keys.tar.gz'))).toBe(true);
      expect(readFileSync(kept('first.dump'), 'utf8')).toBe(`${database?.url}\n`);
      const wrong = server.run('tillkit-admin backup /var/backups/tillkit/wrong.backup\n');
      await expect(wrong).rejects.toThrow('back PostgreSQL up with its own tools');
    }
    const drill = database === null ? null : await copyOf(database.url);
    const lists = await step(9);
    expect(lists).toMatch(/^shop\tCorner shop$/m);
    expect(lists).toContain(NUMBER);
    await drill?.drop();
    expect(existsSync(join(server.folder, 'var/backups/tillkit/drill'))).toBe(false);
    expect(await server.run('curl -fsS https://pay.example/health/ready\n')).toContain('"ok"');
  });

  /** The code that the gateway has received last. */
  async function codeSent(): Promise<string> {
    await expect.poll(() => gateway.heard.length, { timeout: LAST_RESORT }).toBeGreaterThan(0);
    const message = JSON.parse(gateway.heard.at(-1)?.body.toString() ?? '{}');
    expect(message).toMatchObject({ msisdn: NUMBER });
    return message.code;
  }

  /** In place of `pg_dump` and `pg_restore`, which the test does not have: a copy of a database at rest. */
  async function copyOf(url: string): Promise<TestDatabase> {
    await server.run('systemctl stop tillkit-service\n');
    const name = drillOf(url).pathname.slice(1);
    const maintenance = new URL(url);
    maintenance.pathname = '/postgres';
    const client = new Client({ connectionString: maintenance.href });
    await client.connect();
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)}`);
    await server.run('systemctl start tillkit-service\n');
    return {
      url: drillOf(url).href,
      async drop() {
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
        const ended = once(client, 'end');
        await client.end();
        await ended;
      },
    };
  }
}
