import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService } from '../../../../service/index.ts';
import { outbound } from '../../../../service/outbox/outbound.ts';
import { openSqliteStore } from '../../../../service/store/sqlite/open.ts';
import type { Store } from '../../../../service/store/store.ts';
import { settle } from '../../../../shared/ledger/settle.ts';
import { NO_TOTALS } from '../../../../shared/ledger/totals.ts';
import { money, ZERO } from '../../../../shared/money/money.ts';
import { createMessage } from '../../../../shared/protocol/events.ts';
import { startReceiver } from '../../../support/callback-receiver.ts';
import { openAdmin } from '../../admin/run-admin.ts';

const { folder, data, run, done, fails, stop } = openAdmin();
beforeAll(async () => {
  await done('create-merchant', '--id', 'shop', '--name', 'Kaffebaren');
  await done('create-merchant', '--id', 'other', '--name', 'Another');
});
afterAll(stop);

async function inStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = openSqliteStore(join(data, 'tillkit.db'));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function serving<T>(work: (base: string) => Promise<T>): Promise<T> {
  const service = createService({
    port: 0,
    log: 'silent',
    data: { kind: 'directory', path: data },
    allowCallbacksTo: ['127.0.0.1'],
  });
  const { base_url: base } = await service.start();
  try {
    return await work(base);
  } finally {
    await service.stop();
  }
}

describe('the command line', () => {
  it.each(['create-oauth-client', 'show-settlements', 'list-callbacks', 'resend-callback'])(
    'has help and error messages for %s',
    async (name) => {
      expect((await run(['--help'])).out).toContain(`  ${name} MERCHANT`);
      const help = await run([name, '--help']);
      expect([help.code, help.err]).toEqual([0, '']);
      expect(help.out).toContain(`Usage: tillkit admin ${name} MERCHANT`);
      expect(await fails(2, name)).toContain('Usage: tillkit admin');
      const rest = name === 'create-oauth-client' ? ['--name', 'X', '--redirect-uri', 'a.b:/'] : [];
      const words = name === 'resend-callback' ? ['nobody', 'x'] : ['nobody'];
      expect(await fails(1, name, ...words, ...rest)).toContain('no merchant nobody');
    },
  );
});

describe('an OAuth application', () => {
  const back = ['--redirect-uri', 'https://shop.example/back'];

  it('can request tokens with the printed secret, which is not stored', async () => {
    const more = ['--redirect-uri', 'http://127.0.0.1:4700/', '--redirect-uri', 'no.shop.app:/'];
    const made = await done('create-oauth-client', 'shop', '--name', 'Loyalty', ...back, ...more);
    const [, id = '', secret = ''] =
      /^application (app-\S{8}) of merchant shop\nsecret (\S{43})\n$/.exec(made) ?? [];
    expect(secret).not.toBe('');
    const files = readdirSync(data).map((name) => readFileSync(join(data, name), 'latin1'));
    expect(files.join('')).not.toContain(secret);
    expect(await inStore((store) => store.oauth.client(id))).toMatchObject({
      merchantId: 'shop',
      name: 'Loyalty',
      redirectUris: ['https://shop.example/back', 'http://127.0.0.1:4700/', 'no.shop.app:/'],
    });
    await serving(async (base) => {
      const errorOf = async (password: string) => {
        const basic = Buffer.from(`${id}:${password}`).toString('base64');
        const reply = await fetch(`${new URL(base).origin}/oauth2/token`, {
          method: 'POST',
          headers: { authorization: `Basic ${basic}` },
          body: new URLSearchParams({
            ...{ grant_type: 'authorization_code', code: 'none', client_id: id },
          }),
        });
        return (await reply.json()).error;
      };
      expect(await errorOf(secret)).toBe('invalid_grant');
      expect(await errorOf('guessed')).toBe('invalid_client');
    });
  });

  it('is refused in one line if an option is wrong', async () => {
    await done('create-oauth-client', 'shop', '--id', 'app', '--name', 'App', ...back);
    const named = ['--name', 'X'];
    const table: [number, string[], string][] = [
      [2, ['shop', ...back], '--name is missing'],
      [2, ['shop', ...named], '--redirect-uri is missing'],
      [1, ['shop', ...named, ...back, '--id', 'app'], 'an application app already'],
      [1, ['other', ...named, ...back, '--id', 'app'], 'an application app already'],
      [1, ['shop', ...named, ...back, '--id', 'other'], 'a merchant other already'],
      [1, ['shop', ...named, ...back, '--id', 'a b'], 'id may only contain'],
      [1, ['shop', ...named, '--redirect-uri='], 'must not be empty'],
      ...[
        'shop.example',
        'http://shop.example/',
        'javascript:alert(1)',
        'https://a:b@shop.example/',
        'https://shop.example/#part',
        ' https://shop.example/',
      ].map((uri): [number, string[], string] => [
        1,
        ['shop', ...named, '--redirect-uri', uri],
        'must be an https address',
      ]),
    ];
    for (const [code, args, words] of table) {
      expect(await fails(code, 'create-oauth-client', ...args)).toContain(words);
    }
    expect((await inStore((store) => store.oauth.client('app')))?.merchantId).toBe('shop');
  });
});

describe('an id', () => {
  it('belongs to one merchant, integrator or application only', async () => {
    const key = (name: string) => ['--key-out', join(folder, `${name}.pem`)];
    const back = ['--redirect-uri', 'https://shop.example/back'];
    await done('create-integrator', '--id', 'agent', '--name', 'Agent', ...key('agent'));
    await done('create-oauth-client', 'shop', '--id', 'loyal', '--name', 'Loyal', ...back);
    await done('create-merchant', '--id', 'found', '--name', 'F', '--lookup-id', 'alias');
    const owners = [
      ['shop', 'a merchant shop already'],
      ['agent', 'an integrator agent already'],
      ['loyal', 'an application loyal already'],
      ['alias', 'Merchant found is looked up as alias'],
    ] as const;
    for (const [id, words] of owners) {
      const named = ['--id', id, '--name', 'X'];
      expect(await fails(1, 'create-merchant', ...named)).toContain(words);
      expect(await fails(1, 'create-integrator', ...named, ...key('x'))).toContain(words);
      expect(await fails(1, 'create-oauth-client', 'other', ...named, ...back)).toContain(words);
    }
    expect((await inStore((store) => store.oauth.client('loyal')))?.merchantId).toBe('shop');
    expect(readdirSync(folder)).not.toContain('x.pem');
  });
});

describe('settlements', () => {
  it('are shown with sales, fees, payout and carried amounts', async () => {
    const terms = { settlementFee: { basisPoints: 0, fixed: money(1000) }, taxCode: 'none' };
    const first = { ...NO_TOTALS, captures: money(500), captureCount: 1 };
    const second = { ...NO_TOTALS, captures: money(250_050), refunds: money(50), captureCount: 1 };
    const debt = settle(first, ZERO, terms);
    const day = (date: number) => Date.UTC(2026, 0, date);
    await inStore(async ({ settlements }) => {
      const sums = [debt, settle(second, debt.after, terms)];
      for (const [index, own] of sums.entries()) {
        const end = day(6 + index);
        const settlement = {
          ...{ merchantId: 'shop', currency: 'NOK', number: index + 1, accountId: 'shop.NOK' },
          ...{ payoutAccount: null, created: end, start: day(5 + index), end, sums: own },
          ...{ fromSeq: index, toSeq: index + 1, chunks: { transaction: [''], scope: [''] } },
        };
        expect(await settlements.write(settlement, [], end)).toBe(true);
      }
    });
    expect((await done('show-settlements', 'shop')).split('\n')).toEqual([
      '1\t2026-01-05 00:00:00\t2026-01-06 00:00:00\tNOK\t5.00\t10.00\t0.00\t-5.00',
      '2\t2026-01-06 00:00:00\t2026-01-07 00:00:00\tNOK\t2500.00\t10.00\t2485.00\t0.00',
      '',
    ]);
    expect(await done('show-settlements', 'other')).toBe('');
  });
});

describe('callbacks', () => {
  it('that failed are listed, and are sent again when the service runs', async () => {
    const receiver = await startReceiver();
    try {
      const at = Date.now() - 60_000;
      const recipient = { uri: `${receiver.url}/hook`, kind: 'event' } as const;
      const tell = (id: string, resource: string) =>
        outbound(
          { ...recipient, resource },
          createMessage({ id, event: 'payment_captured', uri: null, seqno: 0, at }),
        ).deliveries;
      const lost = ['-lost', 'done'].flatMap((id) => tell(id, `payment_request/${id}`));
      await inStore(async ({ deliveries }) => {
        await deliveries.publish('shop', at, lost);
        const lease = { id: 'test', wall: at, until: at + 1000 };
        const claimed = await deliveries.claim(lost[0]?.host ?? '', at, lease, 10);
        expect(claimed).toHaveLength(2);
        for (const one of claimed) {
          const state = one.id === 'done' ? 'delivered' : 'given_up';
          const problem = state === 'delivered' ? null : 'status 500';
          const note = { at, status: problem === null ? 204 : 500, problem, duration: 5 };
          expect(await deliveries.finish('shop', one, note, { state }, null)).toBe(true);
        }
        // Written by a clock that was ahead: the service sends them when it starts (D-478).
        const later = Date.UTC(2999, 0, 1);
        await deliveries.publish('shop', later, tell('open', 'payment_request/q'));
        await deliveries.publish('shop', later, tell('behind', 'payment_request/q'));
      });
      const about = `${receiver.url}/hook`;
      const open = (id: string, next: string) =>
        `${id}\topen\tpayment_captured\tpayment_request/q\t${about}\t0\t${next}`;
      const waiting = [open('open', '2999-01-01 00:00:00'), open('behind', 'waits')];
      expect((await done('list-callbacks', 'shop')).split('\n')).toEqual([
        ...waiting,
        `-lost\tgiven_up\tpayment_captured\tpayment_request/-lost\t${about}\t1\tnever\tstatus 500`,
        '',
      ]);
      expect(await done('list-callbacks', 'other')).toBe('');
      const page = async (...more: string[]) =>
        (await done('list-callbacks', 'shop', '--limit', '1', ...more)).split('\n');
      const first = await page();
      expect(first).toEqual([waiting[0], '# more: --after open', '']);
      expect(await page('--after', 'open')).toEqual([waiting[1], '# more: --after behind', '']);
      const third = await page('--after', 'behind');
      expect([third.length, third[0]]).toEqual([2, expect.stringContaining('-lost\tgiven_up')]);
      expect(await page('--after=-lost')).toEqual(['']);
      expect((await page('--state', 'delivered'))[0]).toContain('done\tdelivered');
      expect(await fails(1, 'list-callbacks', 'shop', '--state', 'lost')).toContain('one of open');
      expect(await fails(1, 'list-callbacks', 'shop', '--limit', '0')).toContain('limit');
      expect(await fails(1, 'list-callbacks', 'shop', '--after', 'x')).toContain('no callback x');
      expect(await fails(1, 'resend-callback', 'other', 'done')).toContain('has no callback done');
      expect(await fails(1, 'resend-callback', 'shop', 'behind')).toContain('waits for an earlier');
      expect(await done('resend-callback', 'shop', '--', '-lost')).toContain('-lost is due');
      await serving(() => expect.poll(() => receiver.heard.length).toBe(3));
      const heard = receiver.heard.map(({ message }) => message.meta.id);
      expect(heard.toSorted()).toEqual(['-lost', 'behind', 'open']);
      expect(await done('list-callbacks', 'shop')).toBe('');
    } finally {
      await receiver.stop();
    }
  });
});
