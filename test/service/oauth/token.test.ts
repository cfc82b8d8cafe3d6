import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqliteStore } from '../../../service/store/sqlite/open.ts';
import { money } from '../../../shared/money/money.ts';
import { browser, REDIRECT, signIn } from '../../support/oauth-browser.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/*
 * What an authorisation by the redirect flow costs the merchant: as much as a permission, taken
 * from the settlement (specification, OAuth token response).
 */

const directory = mkdtempSync(join(tmpdir(), 'tillkit-fee-'));
const data = { kind: 'directory', path: directory } as const;
let test: TestService;

beforeAll(async () => {
  const first = await startTestService({ data });
  const { id } = first.ready.merchant;
  await first.stop();
  const store = openSqliteStore(join(directory, 'tillkit.db'));
  const record = await store.merchants.record(id);
  if (record === null) throw new Error('the demo has no shop');
  const agreement = { ...record.agreement, scopeFee: money(200) };
  await store.merchants.putRecord({ ...record, agreement });
  await store.close();
  test = await startTestService({ data });
});
afterAll(async () => {
  await test.stop();
  rmSync(directory, { recursive: true, force: true });
});

const origin = () => new URL(test.ready.base_url).origin;

async function token(form: Readonly<Record<string, string>>) {
  const { id, secret } = test.ready.oauth_client;
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const body = new URLSearchParams(form);
  const reply = await fetch(`${origin()}/oauth2/token`, {
    method: 'POST',
    headers: { authorization },
    body,
  });
  return { status: reply.status, json: await reply.json() };
}

async function decided(decision: 'approve' | 'deny') {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: test.ready.oauth_client.id,
    redirect_uri: REDIRECT,
    scope: 'openid',
  });
  const phone = browser();
  const { request_id, at } = await signIn(phone, `${origin()}/oauth2/auth?${query}`);
  const done = await phone.go(at, { request_id, decision });
  return new URL(done.location).searchParams;
}

it('the fee of a grant is in the token reply, the scope log and the settlement, once', async () => {
  await decided('deny');
  const code = (await decided('approve')).get('code') ?? '';
  const grant = {
    ...{ grant_type: 'authorization_code', redirect_uri: REDIRECT },
    client_id: test.ready.oauth_client.id,
  };
  const never = (await decided('approve')).get('code') ?? '';
  expect((await token({ ...grant, redirect_uri: `${REDIRECT}2`, code: never })).status).toBe(400);
  const { status, json } = await token({ ...grant, code });
  expect([status, json]).toMatchObject([200, { fee: '2.00', currency: 'NOK', report_id: null }]);
  const refresh = { grant_type: 'refresh_token', refresh_token: json.refresh_token };
  expect((await token(refresh)).json).toMatchObject({ fee: '0.00', currency: 'NOK' });
  const info = await fetch(`${origin()}/oauth2/v1/userinfo`, {
    headers: { authorization: `Bearer ${json.access_token}` },
  });
  const { sub } = await info.json();
  // A name that begins with a hyphen would be a formula in a spreadsheet; the file keeps it from that.
  const inFile = sub.startsWith('-') ? `'${sub}` : sub;

  const settled = await test.simulator('/settlement/', { method: 'POST' });
  const [id] = JSON.parse(settled.text).settlement_ids;
  const read = await test.secret(test.users.pos, `/settlement/${id}/`);
  const { settlement_summary, scope_log_uris } = JSON.parse(read.text);
  expect(settlement_summary.fees).toMatchObject({ scope_fee: 200, scope_fee_vat: 50 });
  const files = await Promise.all(
    scope_log_uris.map(async (uri: string) => (await fetch(new URL(uri, origin()))).text()),
  );
  const rows = files.join('').trim().split('\n').slice(1);
  expect(rows.map((row) => row.split(',').slice(2, 7))).toEqual([
    ['ok', inFile, 'NOK', '2.00', '0.50'],
  ]);
  expect(rows[0]?.split(',')[0]).toMatch(/^[0-9a-z]{32}$/);
});
