import { describe, expect, it } from 'vitest';
import { allowedTargets } from '../../../service/app/open-outgoing.ts';
import { createAddressGuard, LOOPBACK_TARGETS } from '../../../service/callbacks/address-guard.ts';
import { canBeCalled } from '../../../shared/protocol/basic.ts';

const hostOf = (url: string) => new URL(url).hostname;

/** Host names of these tests; any other name does not resolve. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'public.test': ['93.184.216.34', '2606:2800:220:1::1'],
  'inside.test': ['10.1.2.3'],
  'half.test': ['93.184.216.34', '192.168.0.9'],
  'six.test': ['fd00::17'],
  localhost: ['127.0.0.1', '::1'],
};
const resolve = async (name: string) => {
  const found = NAMES[name];
  if (found === undefined) throw new Error('ENOTFOUND');
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

const guard = (...allowed: readonly string[]) => createAddressGuard(allowed, resolve);

async function verdict(url: string, ...allowed: readonly string[]): Promise<string> {
  const found = await guard(...allowed).targetsOf(hostOf(url));
  return found.ok ? 'open' : found.refusal.description;
}

describe('the address guard', () => {
  it.each([
    // Every notation of the machine's own address is recognised.
    ['http://127.0.0.1/', 'loopback'],
    ['http://127.1/', 'loopback'],
    ['http://2130706433/', 'loopback'],
    ['http://0x7f000001/', 'loopback'],
    ['http://017700000001/', 'loopback'],
    ['http://127.0.0.1./', 'loopback'],
    ['http://127.0.1/', 'loopback'],
    ['http://0177.0.0.1/', 'loopback'],
    ['http://0x7f.0.0.1/', 'loopback'],
    ['http://0x7F.0.0x0.01/', 'loopback'],
    ['http://127.255.255.254/', 'loopback'],
    ['http://①②⑦.⓪.⓪.①/', 'loopback'],
    ['http://127。0。0。1/', 'loopback'],
    ['http://%31%32%37.0.0.1/', 'loopback'],
    ['http://93.184.216.34@127.0.0.1/', 'loopback'],
    ['http://012.1.2.3/', 'private'],
    ['http://0xa010203/', 'private'],
    ['http://167838211/', 'private'],
    ['http://192.168.257/', 'private'],
    ['http://0xa9.0xfe.0xa9.0xfe/', 'link-local'],
    ['http://2852039166/', 'link-local'],
    ['http://[::ffff:a9fe:a9fe]/', 'link-local'],
    ['http://[::ffff:10.1.2.3]/', 'private'],
    ['http://[0:0:0:0:0:ffff:c0a8:1]/', 'private'],
    ['http://[::ffff:0:127.0.0.1]/', 'not public'],
    ['http://[64:ff9b:1::a00:1]/', 'not public'],
    ['http://[2002:a00:1::]/', 'reserved for relays'],
    ['http://[2001:0:7f00:1::]/', 'reserved'],
    ['http://[fec0::1]/', 'not public'],
    ['http://[100::1]/', 'not public'],
    ['http://[::1]/', 'not public'],
    ['http://[0:0:0:0:0:0:0:1]/', 'not public'],
    ['http://[::ffff:127.0.0.1]/', 'loopback'],
    ['http://[::ffff:7f00:1]/', 'loopback'],
    ['http://[::127.0.0.1]/', 'not public'],
    ['http://[64:ff9b::7f00:1]/', 'not public'],
    ['http://[2002:7f00:1::]/', 'reserved for relays'],
    ['http://0.0.0.0/', 'unspecified'],
    ['http://0/', 'unspecified'],
    ['http://[::]/', 'not public'],
    ['http://10.0.0.1/', 'private'],
    ['http://172.16.0.1/', 'private'],
    ['http://172.31.255.255/', 'private'],
    ['http://192.168.1.1/', 'private'],
    ['http://100.64.0.1/', 'reserved for carriers'],
    ['http://100.100.100.200/', 'reserved for carriers'],
    ['http://169.254.169.254/', 'link-local'],
    ['http://168.63.129.16/', 'reserved for a cloud'],
    ['http://[fe80::1]/', 'not public'],
    ['http://[fc00::1]/', 'not public'],
    ['http://[fd00:ec2::254]/', 'not public'],
    ['http://[ff02::1]/', 'not public'],
    ['http://224.0.0.1/', 'multicast'],
    ['http://255.255.255.255/', 'reserved'],
    ['http://192.0.2.1/', 'for documentation'],
    ['http://[2001:db8::1]/', 'for documentation'],
    ['http://198.18.0.1/', 'reserved for benchmarks'],
    ['http://inside.test/', 'private'],
    ['http://half.test/', 'private'],
    ['http://six.test/', 'not public'],
    ['http://localhost/', 'loopback'],
    ['http://nowhere.test/', 'has no address'],
  ])('%s is refused: %s', async (url, words) => {
    expect(await verdict(url)).toContain(words);
  });

  it.each([
    'http://93.184.216.34/',
    'http://172.32.0.1/',
    'http://[2606:2800:220:1::1]/',
    'http://public.test/',
    'http://PUBLIC.test/',
  ])('%s is allowed', async (url) => {
    expect(await verdict(url)).toBe('open');
  });

  it('allows exactly the entries of the operator', async () => {
    expect(await verdict('http://127.0.0.1/', ...LOOPBACK_TARGETS)).toBe('open');
    expect(await verdict('http://localhost/', ...LOOPBACK_TARGETS)).toBe('open');
    expect(await verdict('http://[::ffff:127.0.0.1]/', ...LOOPBACK_TARGETS)).toBe('open');
    expect(await verdict('http://10.1.2.3/', ...LOOPBACK_TARGETS)).toContain('private');
    expect(await verdict('http://10.1.2.3/', '10.1.2.0/24')).toBe('open');
    expect(await verdict('http://10.1.3.3/', '10.1.2.0/24')).toContain('private');
    expect(await verdict('http://inside.test/', 'inside.test')).toBe('open');
    expect(await verdict('http://10.1.2.3/', 'inside.test')).toContain('private');
    expect(await verdict('http://half.test/', '192.168.0.9')).toBe('open');
  });

  it.each(['*', '*.example.com', 'a*b', '10.0.0.*', '-a', 'a!b', '~', '$x'])(
    'refuses the allowed entry "%s", which is not a host name',
    (entry) => {
      expect(() => guard(entry)).toThrow(entry);
    },
  );

  it('checks a host name again when it resolves to another address', async () => {
    const answers = [['93.184.216.34'], ['169.254.169.254'], ['93.184.216.34', '10.0.0.1']];
    const rebinding = createAddressGuard([], async () =>
      (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
    );
    const first = await rebinding.targetsOf('rebind.test');
    // The sender connects to the address that was checked, without another lookup.
    expect(first).toEqual({ ok: true, value: [{ address: '93.184.216.34', family: 4 }] });
    expect((await rebinding.targetsOf('rebind.test')).ok).toBe(false);
    expect((await rebinding.targetsOf('rebind.test')).ok).toBe(false);
    expect(rebinding.admits('rebind.test', '169.254.169.254')).toBe(false);
  });

  it('checks the remote address of a connection', () => {
    expect(guard().admits('public.test', '93.184.216.34')).toBe(true);
    expect(guard().admits('public.test', '::ffff:10.0.0.1')).toBe(false);
    expect(guard().admits('public.test', 'fe80::1%eth0')).toBe(false);
    expect(guard().admits('public.test', undefined)).toBe(false);
    expect(guard('inside.test').admits('inside.test', '10.1.2.3')).toBe(true);
  });

  it.each(['10.0.0.0/33', 'a b', '10.0.0.0/8/8', 'http://x', '', '[::1]/128', '1.2.3/8'])(
    'refuses the allowed entry "%s", which is not an address or a network',
    (entry) => {
      expect(() => createAddressGuard([entry])).toThrow(/not an address, a network/);
    },
  );

  it('allows loopback addresses by default only with ephemeral data, the simulator or the demo', () => {
    const kept = { kind: 'directory', path: 'somewhere' } as const;
    expect(allowedTargets({ data: kept })).toEqual([]);
    expect(allowedTargets({ data: { kind: 'ephemeral' } })).toEqual(LOOPBACK_TARGETS);
    expect(allowedTargets({ data: kept, simulator: true })).toEqual(LOOPBACK_TARGETS);
    expect(allowedTargets({ data: kept, demo: true })).toEqual(LOOPBACK_TARGETS);
    expect(allowedTargets({ data: kept, demo: true, allowCallbacksTo: [] })).toEqual([]);
  });
});

describe('the check of a callback address at registration', () => {
  it.each([
    ['http://0.0.0.0/', false],
    ['http://0/', false],
    ['http://224.0.0.1/', false],
    ['http://255.255.255.255/', false],
    ['http://[::]/', false],
    ['http://[ff02::1]/', false],
    ['http://127.0.0.1/', true],
    ['http://10.0.0.1/', true],
    ['http://[::1]/', true],
    ['http://ff02.test/', true],
  ])('%s can be called: %s', (url, can) => {
    expect(canBeCalled(hostOf(url))).toBe(can);
  });
});
