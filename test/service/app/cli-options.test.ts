import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseCli } from '../../../service/app/cli-options.ts';
import { nearestName } from '../../../service/app/nearest-name.ts';
import { variableOf } from '../../../service/app/usage.ts';
import { OPTIONS_IN_ENVIRONMENT, unknownVariables } from '../../../service/app/variables.ts';
import { generateRsaKeyPair } from '../../../shared/node/key-pair.ts';
import { DAY } from '../../../shared/time/clock.ts';

const surroundings = { defaultData: '/data', production: false };

it('the service keeps the callback log for the days that --keep-callbacks names', () => {
  const life = (...args: string[]) => {
    const request = parseCli(args, surroundings);
    if (!request.ok || request.value.kind !== 'run') throw new Error('it was refused');
    return request.value.options.callbackLogLife;
  };
  expect(life('--keep-callbacks', '7')).toBe(7 * DAY);
  expect(life('--keep-callbacks=3650')).toBe(3_650 * DAY);
  expect(life()).toBeUndefined();
});

it('the service keeps receipts for the days that --keep-receipts names', () => {
  const life = (...args: string[]) => {
    const options = read(args);
    return Array.isArray(options) ? options : (options as { receiptLife?: number }).receiptLife;
  };
  expect(life('--keep-receipts', '30')).toBe(30 * DAY);
  expect(life()).toBeUndefined();
  expect(life('--keep-receipts=0')).toEqual([
    '--keep-receipts must be a number of days from 1 to 3650.',
  ]);
});

it('the service signs in to the mail server with the password in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-options-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'password');
  writeFileSync(file, 'secret words\n');
  const server = 'smtp://mail.example:587';
  const from = 'receipts@shop.example';
  expect(read(['--mail-server', server, '--mail-from', from])).toMatchObject({
    mail: { server, from },
  });
  const env = { TILLKIT_MAIL_USER: 'shop', TILLKIT_MAIL_PASSWORD_FILE: file };
  expect(read(['--mail-server', server, '--mail-from', from], env)).toMatchObject({
    mail: { server, from, login: { user: 'shop', passwordFile: file } },
  });
  expect(read([], env)).toEqual(['--mail-user and --mail-password-file need --mail-server.']);
});

it('the service keeps payments for the years that --keep-payments names, otherwise always', () => {
  const life = (...args: string[]) => {
    const options = read(args);
    return Array.isArray(options) ? options : (options as { paymentLife?: number }).paymentLife;
  };
  expect(life('--keep-payments', '1')).toBe(366 * DAY);
  expect(life('--keep-payments=99')).toBe(99 * 366 * DAY);
  expect(life()).toBeUndefined();
  const refused = ['--keep-payments must be a number of years from 1 to 99.'];
  for (const years of ['0', '100', '1.5', '-1', 'ten', '']) {
    expect(life(`--keep-payments=${years}`), years).toEqual(refused);
  }
});

/** The options of a command line and an environment, or the sentences of the refusal. */
function read(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const request = parseCli(args, { ...surroundings, env });
  if (!request.ok) return request.refusal.description.split('\n');
  if (request.value.kind !== 'run') throw new Error('the help was asked for');
  return request.value.options;
}

describe('the public origin and the proxies', () => {
  it('are taken from the command line', () => {
    const network = ['--public-origin', 'https://pay.example', '--trust-proxy', '10.0.0.0/8,::1'];
    expect(read(network)).toMatchObject({
      publicOrigin: 'https://pay.example',
      trustProxies: ['10.0.0.0/8', '::1'],
    });
  });

  it.each([
    'pay.example',
    'ftp://pay.example',
    'https://pay.example/?a=b',
    'https://pay.example/#a',
    'https://me:secret@pay.example',
    '',
  ])('refuse the origin %j', (origin) => {
    expect(read(['--public-origin', origin])).toEqual([
      expect.stringMatching(/^--public-origin must be an origin .*\.$/),
    ]);
  });

  it.each(['/a b', '/%41', '/a//b', '/m', '/merchant/shop', '/oauth2', '/shop/v2'])(
    'refuse the path prefix %j',
    (path) => {
      expect(read(['--public-origin', `https://pay.example${path}`])).toEqual([
        expect.stringMatching(/^--public-origin must have a path .*such as \/tillkit\.$/),
      ]);
    },
  );

  it.each(['/tillkit', '/tillkit/', '/shops/till_kit-1/'])('take the path prefix %j', (path) => {
    const publicOrigin = `https://pay.example${path}`;
    expect(read(['--public-origin', publicOrigin])).toMatchObject({ publicOrigin });
  });

  it.each([
    ...['', 'proxy.example', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/x'],
    // Each of these has strangers in it; some have every address of IPv4, in IPv6 form.
    ...['0.0.0.0/1,128.0.0.0/1', '10.0.0.0/7', '::/1', '::/8', '2000::/3', '::ffff:0:0/96'],
    ...['::ffff:10.0.0.0/103', '::fffe:0:0/95'],
  ])('refuse the proxy %j', (proxy) => {
    expect(read(['--trust-proxy', proxy])).toEqual([
      expect.stringMatching(/^--trust-proxy takes addresses/),
    ]);
  });

  it.each(['10.0.0.0/8', 'fc00::/7', '::1', '::ffff:10.0.0.0/104', '2001:db8::/32'])(
    'take the proxy %j',
    (proxy) => {
      expect(read(['--trust-proxy', proxy])).toMatchObject({ trustProxies: [proxy] });
    },
  );

  it('refuse a demo in public that was not permitted', () => {
    const open = ['--demo', '--public-origin', 'https://pay.example'];
    expect(read(open)).toEqual([expect.stringContaining('--demo-in-public')]);
    expect(read([...open, '--demo-in-public'])).toMatchObject({ demo: true, demoInPublic: true });
  });
});

describe('the environment', () => {
  it('sets each option that is not on the command line', () => {
    const env = {
      TILLKIT_PORT: '80',
      TILLKIT_PUBLIC_ORIGIN: 'https://pay.example',
      TILLKIT_SIMULATOR: '1',
      TILLKIT_HOST: '',
    };
    expect(read(['--port', '443'], env)).toMatchObject({
      port: 443,
      publicOrigin: 'https://pay.example',
      simulator: true,
    });
    expect(read([], env)).not.toHaveProperty('host');
  });

  it('does not override a data location on the command line', () => {
    const env = { TILLKIT_DATA: '/var', TILLKIT_DATABASE_URL: 'postgres://db.example/tillkit' };
    expect(read(['--ephemeral'], env)).toMatchObject({ data: { kind: 'ephemeral' } });
    expect(read(['--ephemeral'], env)).not.toHaveProperty('databaseUrl');
    expect(read(['--data', '/srv'], { TILLKIT_EPHEMERAL: 'true' })).toMatchObject({
      data: { kind: 'directory', path: '/srv' },
    });
  });

  it('is refused if a flag is neither 1 nor 0', () => {
    expect(read([], { TILLKIT_DEMO: 'yes' })).toEqual(['TILLKIT_DEMO must be 1 or 0.']);
  });
});

describe('a variable that no option has', () => {
  it('is refused with the nearest name', () => {
    expect(read([], { TILLKIT_REGISTRATIN: 'open' })).toEqual([
      'There is no variable TILLKIT_REGISTRATIN; did you mean TILLKIT_REGISTRATION?',
    ]);
    // The names of variables have a case, except on Windows.
    const lower = { tillkit_port: '80' };
    expect(read([], lower)).toEqual([expect.stringContaining('did you mean TILLKIT_PORT?')]);
    expect(parseCli([], { ...surroundings, env: lower, platform: 'win32' }).ok).toBe(true);
    expect(read([], { TILLKIT_UNLIKE_ANYTHING: '1', OTHER_PORT: 'x' })).toEqual([
      expect.stringMatching(/^There is no variable TILLKIT_UNLIKE_ANYTHING; .*--help/),
    ]);
  });

  it('is refused with the variable from which one character differs', () => {
    const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ_');
    const place = fc.nat();
    const edit = fc.constantFrom('insert', 'remove', 'replace');
    fc.assert(
      fc.property(fc.constantFrom(...OPTIONS_IN_ENVIRONMENT), edit, place, letter, (...drawn) => {
        const [option, kind, at, other] = drawn;
        const name = variableOf(option);
        const from = 'TILLKIT_'.length + (at % (name.length - 'TILLKIT_'.length));
        const rest = name.slice(kind === 'insert' ? from : from + 1);
        const typed = name.slice(0, from) + (kind === 'remove' ? '' : other) + rest;
        const known = OPTIONS_IN_ENVIRONMENT.map(variableOf);
        if (known.includes(typed)) return;
        const [sentence = ''] = unknownVariables({ [typed]: '1' }, 'linux');
        const meant = /did you mean (\w+)\?$/.exec(sentence)?.[1];
        // Another variable may be as near.
        expect(known).toContain(meant);
        expect(nearestName(typed, [name, meant ?? ''])).toBe(name);
      }),
    );
  });
});

it('an option that does not exist is refused with the nearest one', () => {
  expect(read(['--registratin=open'])).toEqual([
    'There is no option --registratin; did you mean --registration?',
  ]);
});

it('reports every wrong option in one message', () => {
  expect(read(['--port', 'x', '--trust-proxy', '0.0.0.0/0', '--clock', 'x'])).toHaveLength(3);
  const typed = ['--nonsense', 'value', 'extra', '--demo=1', '--clock=x', '--host', '--simulator'];
  expect(read([...typed, '--port'])).toEqual([
    'There is no option --nonsense; try --help.',
    'There is no option extra; try --help.',
    '--demo takes no value.',
    expect.stringMatching(/^--host needs a value/),
    expect.stringMatching(/^--port needs a value/),
    '--clock must be system or manual.',
  ]);
});

describe('the key and the targets of callbacks', () => {
  it('are checked before the service starts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tillkit-options-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const key = join(folder, 'key.pem');
    writeFileSync(key, 'no key');
    const targets = ['--allow-callbacks-to', '10.0.0.0/99'];
    expect(read(['--callback-key', join(folder, 'none.pem'), ...targets])).toEqual([
      expect.stringMatching(/^--callback-key: the file .*none\.pem cannot be read: ENOENT\.$/),
      expect.stringMatching(/^--allow-callbacks-to: "10\.0\.0\.0\/99" is not an address/),
    ]);
    expect(read(['--callback-key', key])).toEqual([
      expect.stringMatching(
        /^--callback-key: the key for callbacks must be a PEM .* bits or more\.$/,
      ),
    ]);
    writeFileSync(key, (await generateRsaKeyPair()).privateKey);
    expect(
      read(['--callback-key', key, '--allow-callbacks-to', '10.0.0.0/8,till.local']),
    ).toMatchObject({ callbackKey: { file: key }, allowCallbacksTo: ['10.0.0.0/8', 'till.local'] });
  });
});

describe('registration', () => {
  const terms = ['--terms-version', '2026-11', '--terms-url', 'https://pay.example/terms'];
  const codes = ['--codes-to', 'https://sms.example/codes'];

  it('is closed unless the operator opens it, with terms and a way to send codes', () => {
    expect(read([])).not.toHaveProperty('registration');
    expect(read(['--registration', 'closed'])).not.toHaveProperty('registration');
    const open = { mode: 'open', terms: { version: '2026-11', uri: 'https://pay.example/terms' } };
    expect(read(['--registration', 'open', ...codes, ...terms])).toMatchObject({
      registration: open,
    });
    expect(read(['--demo', ...terms], { TILLKIT_REGISTRATION: 'open' })).toMatchObject({
      registration: open,
    });
  });

  it('is refused with a sentence for each missing option', () => {
    expect(read(['--registration', 'open'])).toEqual([
      expect.stringMatching(/needs --codes-to/),
      expect.stringMatching(/^--terms-version/),
      expect.stringMatching(/^--terms-url/),
    ]);
  });

  it.each([
    [
      ['--registration', 'all', ...codes, ...terms],
      /^--registration must be closed, invited or open/,
    ],
    [['--registration', 'open', ...terms], /^--registration open needs --codes-to/],
    [['--registration', 'invited', ...codes, ...terms.slice(2)], /^--terms-version must be/],
    [
      ['--registration', 'open', ...codes, ...terms, '--terms-version', 'a b'],
      /^--terms-version must/,
    ],
    [['--registration', 'open', ...codes, '--terms-version', '1'], /^--terms-url must be/],
    [terms, /^--terms-version and --terms-url are for/],
  ] as const)('refuses %j', (args, sentence) => {
    expect(read(args)).toEqual([expect.stringMatching(sentence)]);
  });
});

describe('the metrics and the log of requests', () => {
  it('are taken from the command line and the environment', () => {
    expect(read(['--admin-listen', '127.0.0.1:9464', '--log-requests', 'no'])).toMatchObject({
      adminListen: { host: '127.0.0.1', port: 9_464 },
      logRequests: false,
    });
    const env = { TILLKIT_ADMIN_LISTEN: '[::1]:0', TILLKIT_LOG_REQUESTS: 'yes' };
    expect(read([], env)).toMatchObject({
      adminListen: { host: '::1', port: 0 },
      logRequests: true,
    });
  });

  it.each(['', '9464', 'host', 'host:', ':9464', 'host:70000', 'a b:1', '::1:9464'])(
    'refuse the address %j',
    (address) => {
      expect(read(['--admin-listen', address, '--log-requests', 'maybe'])).toEqual([
        expect.stringMatching(/^--admin-listen takes a host and a port/),
        '--log-requests must be yes or no.',
      ]);
    },
  );
});
