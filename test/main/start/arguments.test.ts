import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseStart } from '../../../main/start/arguments.ts';

const PLAIN = {
  port: 4600,
  reach: 'loopback',
  data: null,
  screen: 'open',
  window: 'as_set',
  service: null,
  demo: false,
  secretFile: 'refused',
  caFile: null,
};

test.each([
  [[], PLAIN],
  [['--lan'], { ...PLAIN, reach: 'lan' }],
  [['--port', '0', '--no-open'], { ...PLAIN, port: 0, screen: 'print_address' }],
  [['--kiosk'], { ...PLAIN, window: 'kiosk' }],
  [['--demo'], { ...PLAIN, demo: true }],
  [['--ca-file', 'ca.pem'], { ...PLAIN, caFile: resolve('ca.pem') }],
  [['--data=/x', '--port=8080'], { ...PLAIN, data: '/x', port: 8080 }],
  [
    ['--service', 'pay.example.com', '--secret-file'],
    { ...PLAIN, service: 'https://pay.example.com/merchant/v1', secretFile: 'allowed' },
  ],
])('the arguments %j are accepted', (args, options) => {
  expect(parseStart(args)).toEqual({ ok: true, value: { kind: 'start', options } });
});

test('--help wins over other arguments', () => {
  expect(parseStart(['--lan', '--help'])).toEqual({ ok: true, value: { kind: 'help' } });
});

test.each([
  [['--port', 'x'], '--port'],
  [['--port', '65535'], '--port'],
  [['--port', '-1'], '--port'],
  [['--port'], '--port'],
  [['--data', ''], '--data'],
  [['--ca-file='], '--ca-file'],
  [['--ca-file'], '--ca-file'],
  [['--service', 'ftp://pay.example.com'], '--service'],
  [['--wat'], '--wat'],
  [['extra'], 'extra'],
])('%j is refused in one sentence', (args, words) => {
  const result = parseStart(args);
  if (result.ok) throw new Error('it was taken');
  expect(result.refusal.description).toContain(words);
  expect(result.refusal.description).not.toContain('\n');
});
