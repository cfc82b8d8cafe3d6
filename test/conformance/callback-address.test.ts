import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAddressGuard } from '../../service/callbacks/address-guard.ts';
import { type CallbackKeys, openCallbackKeys } from '../../service/callbacks/keys.ts';
import { createSender } from '../../service/callbacks/sender.ts';
import { attempt } from '../../service/callbacks/signed-attempt.ts';
import { createCallbackReceiver } from '../../shared/client/receiver.ts';
import { callbackUri } from '../../shared/protocol/basic.ts';
import { createMessage } from '../../shared/protocol/events.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { SVC_PROFILE } from '../../shared/protocol/media.ts';
import { addressOf } from '../support/address-of.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { newQuickFolder } from '../support/quick-folder.ts';

/*
 * The address of a callback: as it is registered, on the request line, and in the signature. The service
 * sends over a real connection to the receiver of the package.
 */

const clock = createManualClock();
const never = new AbortController().signal;
/** Every name of these tests is this machine. */
const guard = createAddressGuard(['127.0.0.0/8'], async () => [
  { address: '127.0.0.1', family: 4 },
]);
const sender = createSender({ guard, wall: clock, extraCa: null });
let keys: CallbackKeys;
let server: Server;
let port: number;
/** A callback that arrived, and whether the receiver of the package accepted it. */
type Heard = { readonly target: string; readonly host: string; readonly verdict: string };
const heard: Heard[] = [];
let publicUrl = '';

beforeAll(async () => {
  keys = await openCallbackKeys(newQuickFolder('tillkit-callback-address-'));
  const publicKeys = [await keys.published()];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url: target = '', headers } = request;
    const receiver = createCallbackReceiver({ publicKeys, publicUrl, clock });
    const body = Buffer.concat(chunks);
    const received = await receiver.receive({ target, headers, body }, () => undefined);
    const verdict = received.ok ? 'accepted' : received.problem;
    heard.push({ target, host: headers.host ?? '', verdict });
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** One attempt at an address whose part before the path is `origin`; the receiver knows this part. */
async function callAt(origin: string, rest: string) {
  publicUrl = origin;
  const message = createMessage({
    id: 'callback-1',
    event: 'payment_captured',
    uri: 'https://service.test/merchant/v1/payment_request/p1/outcome/',
    seqno: 1,
    at: clock.now(),
    object: null,
  });
  const delivery = {
    id: 'callback-1',
    kind: 'event',
    resource: 'payment_request/p1',
    queue: 'payment_request/p1',
    uri: origin + rest,
    host: `127.0.0.1:${port}`,
    event: 'payment_captured',
    body: JSON.stringify({ meta: message.meta }),
    trace: null,
    merchantId: 'shop',
    created: 0,
    tries: 0,
    lease: 'lease',
  } as const;
  const deps = { sender, keys, vendor: SVC_PROFILE, clock, wall: clock };
  const { note } = await attempt(delivery, deps, never);
  return { problem: note.problem, heard: heard.pop() };
}

const word = fc.string({
  unit: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...'abcXYZ019-._~%') },
    fc.constantFrom(...'æØß中👍 {}|\\^`"<>[]!$&\'()*+,;=:@/?'),
    fc.constantFrom('%20', '%2F', '%zz', '..', '//', '\ud800'),
  ),
  maxLength: 12,
});
const parts = fc.record({
  scheme: fc.constantFrom('http', 'HTTP', 'hTTp'),
  host: fc.constantFrom(
    '127.0.0.1',
    '0x7f.1',
    'shop.test',
    'Shop.Test',
    'bücher.test',
    'shop.test.',
  ),
  zeros: fc.constantFrom('', '0'),
  path: fc.option(word, { nil: null }),
  query: fc.option(word, { nil: null }),
  fragment: fc.option(word, { nil: null }),
});

it('the receiver of the package accepts every callback to an address that the service accepts', async () => {
  let sent = 0;
  const property = fc.asyncProperty(parts, async (given) => {
    const { scheme, host, zeros, path, query, fragment } = given;
    const origin = `${scheme}://${host}:${zeros}${port}`;
    const rest = [
      path === null ? '' : `/${path}`,
      query === null ? '' : `?${query}`,
      fragment === null ? '' : `#${fragment}`,
    ].join('');
    if (!callbackUri.safeParse(origin + rest).success) return;
    sent += 1;
    const { problem, heard: arrived } = await callAt(origin, rest);
    expect([problem, arrived?.verdict]).toEqual([null, 'accepted']);
    // Strict servers refuse any other character in a request line.
    expect(arrived?.target).toMatch(/^\/[\w!$%&'()*+,./:;=?@[\]~-]*$/);
  });
  await fc.assert(property, { numRuns: 400 });
  expect(sent).toBeGreaterThan(200);
});

it.each([
  ['', '/'],
  ['?a=b', '/?a=b'],
  ['/ø?b=ø', '/%C3%B8?b=%C3%B8'],
  ['/a\\b', '/a/b'],
  ['/{x}?y={z}|', '/%7Bx%7D?y=%7Bz%7D%7C'],
  ['/a b', '/a%20b'],
  ['/a//b/../c%2fd/?q=%20x&y=[1]#part', '/a//b/../c%2fd/?q=%20x&y=[1]'],
])(
  'an address that ends in "%s" has the request target %s, which is signed',
  async (rest, target) => {
    const { heard: arrived } = await callAt(`http://shop.test:${port}`, rest);
    expect(arrived).toEqual({ target, host: `shop.test:${port}`, verdict: 'accepted' });
  },
);

it.each([
  ['https://shop.test:443/hook', 'shop.test:443', 'https://shop.test:443/hook'],
  ['http://Shop.test/Hook', 'shop.test', 'http://shop.test/Hook'],
  ['https://bücher.test', 'xn--bcher-kva.test', 'https://xn--bcher-kva.test/'],
  ['http:///shop.test/hook', 'shop.test', 'http://shop.test/hook'],
  ['http://[::1]/', '[::1]', 'http://[::1]/'],
])('%s is sent to %s and signed as %s', (uri, host, signed) => {
  expect(addressOf(uri)).toMatchObject({ host, signed });
});

it.each(['http://shop test/', 'http://', 'http://a:b@shop.test/', 'https://0.0.0.0/', 'ftp://a/'])(
  '%s is refused when it is registered',
  (uri) => expect(callbackUri.safeParse(uri).success).toBe(false),
);

it('an address that is too long for a request line when it is encoded is refused', () => {
  const room = LIMITS.uriMax - 'https://shop.test/'.length;
  const of = (path: string) => callbackUri.safeParse(`https://shop.test/${path}`);
  expect(of('a'.repeat(room)).success).toBe(true);
  expect(of('æ'.repeat(room / 2)).error?.issues[0]?.message).toContain('percent-encoded');
});
