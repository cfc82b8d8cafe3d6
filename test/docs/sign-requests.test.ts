import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Receiver, startReceiver } from '../../main/commands/conform/connection.ts';
import vectorsFile from '../fixtures/signature-vectors.json' with { type: 'json' };
import { runCommand } from '../main/start/run-till.ts';
import { createIssuer, issue } from '../support/certificates.ts';
import { secretHeaders, send } from '../support/wire.ts';

/*
 * The guide on signatures: its figures are those of the signature vectors, its code is that of the
 * example, and its command trusts a private authority. `test/examples/clients.test.ts` runs the code.
 */

const guide = readFileSync('docs/guides/sign-requests.md', 'utf8');
const example = readFileSync('examples/signed.py', 'utf8');

/** The text of the block with this mark. */
function block(mark: string): string {
  const [, text = ''] = new RegExp(`^\`\`\`${mark}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide) ?? [];
  return text;
}

const hash = (text: string, encoding: 'base64' | 'hex') =>
  createHash('sha256').update(text).digest(encoding);

describe('the figures of the guide', () => {
  it.each([
    ['request', 'svc/request-post'],
    ['callback', 'svc/callback-https'],
  ])('for a %s follow from its body and are those of the signature vector', (name, vector) => {
    const known = vectorsFile.vectors.find((one) => one.name === vector);
    const body = block(`json ${name}-body`).trimEnd();
    const text = block(`text ${name}`).trimEnd();
    expect([body, text]).toEqual([known?.body, known?.canonical_string]);
    expect(text).toContain(`X-SVC-CONTENT-DIGEST=SHA256=${hash(body, 'base64')}`);
    expect(guide).toContain(`is \`${hash(text, 'hex')}\``);
  });

  it('for no body are those of no bytes', () => {
    expect(guide).toContain(`\`SHA256=${hash('', 'base64')}\``);
  });
});

it.each(['python sign', 'python check'])('the block "%s" is code of the example', (mark) => {
  expect(block(mark)).not.toBe('');
  expect(example).toContain(block(mark));
});

describe('a receiver with a certificate of a private authority', () => {
  const issuer = createIssuer('Shop');
  let receiver: Receiver;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillkit-authority-'));
    writeFileSync(join(folder, 'shop-ca.pem'), issuer.cert);
    receiver = await startReceiver('127.0.0.1', issue(issuer, ['127.0.0.1']));
  });
  afterAll(async () => {
    await receiver.stop();
    rmSync(folder, { recursive: true });
  });

  it('gets callbacks of a service that is started with the guide’s option', async () => {
    const [, option = ''] =
      /tillkit service (--ca-file) \/etc\/ssl\/shop-ca\.pem/.exec(guide) ?? [];
    const service = runCommand('main/bin/tillkit.js', [
      ...['service', option, join(folder, 'shop-ca.pem')],
      ...['--ephemeral', '--demo', '--simulator', '--port', '0', '--ready-json'],
    ]);
    const [line] = await service.line(/^\{.*"base_url".*\}$/m);
    const { base_url, merchant, users } = readyLine.parse(JSON.parse(line));
    const user = users.find(({ id }) => id === 'pos');
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = receiver.onHeard(resolve);
    const body = {
      ...{ action: 'sale', currency: 'NOK', amount: 100, allow_credit: false, pos_id: 'kasse-1' },
      ...{ pos_tid: 'authority-1', customer: '4798765432', expires_in: 3600 },
      callback_uri: `${receiver.url}/events`,
    };
    const headers = secretHeaders(merchant.id, 'pos', user?.secret ?? '');
    const made = await send(`${base_url}/payment_request/`, { method: 'POST', headers, body });
    const aborted = await send(String(made.headers.location), {
      method: 'PUT',
      headers,
      body: { action: 'abort' },
    });
    expect([made.status, aborted.status]).toEqual([201, 204]);
    await promise;
    stop();
    service.signal('SIGTERM');
    await service.ended;
    expect(receiver.heard[0]?.message.meta.event).toMatch(/^payment_/);
  });
});

const readyLine = z.object({
  base_url: z.string(),
  merchant: z.object({ id: z.string() }),
  users: z.array(z.object({ id: z.string(), secret: z.string() })),
});
