import { expect, test } from 'vitest';
import { chooseLanAddress, type Interfaces } from '../../../main/start/lan-address.ts';

const ipv4 = (address: string, internal = false) => [{ address, family: 'IPv4', internal }];

type Range = 'private' | 'public';

type Case = readonly [
  name: string,
  interfaces: Interfaces,
  address: string | null,
  others: readonly string[],
  range?: Range,
];
const CASES: readonly Case[] = [
  ['no network', { lo: ipv4('127.0.0.1', true) }, null, []],
  ['one card', { lo: ipv4('127.0.0.1', true), wlan0: ipv4('192.168.1.7') }, '192.168.1.7', []],
  [
    'a card and containers',
    { docker0: ipv4('172.17.0.1'), 'br-12ab': ipv4('192.168.96.1'), eth0: ipv4('10.0.0.5') },
    '10.0.0.5',
    ['192.168.96.1', '172.17.0.1'],
  ],
  [
    'two cards',
    { eth0: ipv4('10.0.0.5'), wlan0: ipv4('192.168.1.7') },
    '192.168.1.7',
    ['10.0.0.5'],
  ],
  ['a public address alone', { eth0: ipv4('203.0.113.9') }, '203.0.113.9', [], 'public'],
  [
    'a public and a private address',
    { eth0: ipv4('203.0.113.9'), eth1: ipv4('10.0.0.5') },
    '10.0.0.5',
    ['203.0.113.9'],
  ],
  ['a link-local address', { eth0: ipv4('169.254.1.1') }, null, []],
  ['172 outside the private range', { eth0: ipv4('172.32.0.1') }, '172.32.0.1', [], 'public'],
  ['IPv6 alone', { eth0: [{ address: 'fe80::1', family: 'IPv6', internal: false }] }, null, []],
  ['an interface without addresses', { eth0: undefined }, null, []],
];

test.each(CASES.map((given) => ({ name: given[0], given })))('LAN address: $name', ({ given }) => {
  const [, interfaces, address, others, range = 'private'] = given;
  expect(chooseLanAddress(interfaces)).toEqual({ address, range, others });
});
