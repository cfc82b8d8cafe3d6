import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseTerminal } from '../../../../main/commands/terminal/arguments.ts';
import { parseConfig } from '../../../../main/host/terminal/config.ts';
import { readSecret } from '../../../../main/host/terminal/secret.ts';

const REMOTE = {
  data: 'till',
  service: {
    kind: 'remote',
    url: 'https://pay.example/merchant/v1/',
    merchant: 'shop1',
    user: 'pos',
    secret: { env: 'TILL_SECRET' },
  },
  pos_id: 'kasse-1',
};
const parse = (config: unknown) => parseConfig(JSON.stringify(config));
const refusalOf = (config: unknown) => {
  const parsed = parse(config);
  return parsed.ok ? '' : parsed.refusal.description;
};

describe('a terminal’s configuration', () => {
  it('needs few members and has defaults for the rest', () => {
    const parsed = parse(REMOTE);
    expect(parsed.ok && parsed.value).toMatchObject({
      service: { url: 'https://pay.example/merchant/v1' },
      policy: 'attended',
      capture: 'automatic',
      expires_in: 300,
      refunds: null,
      till_api: { port: 4602, origins: [] },
    });
    expect(parse({ data: 'x', service: { kind: 'embedded' } }).ok).toBe(true);
    expect(parse({ data: 'x', service: { kind: 'paired' } }).ok).toBe(true);
  });

  it('that is invalid is refused with every invalid field', () => {
    const wrong = {
      ...REMOTE,
      policy: 'relaxed',
      expires_in: 1,
      colour: 'red',
      till_api: { port: 70_000, origins: ['https://register.example/page'] },
    };
    for (const word of ['policy', 'expires_in', 'colour', 'till_api.port', 'till_api.origins.0']) {
      expect(refusalOf(wrong)).toContain(word);
    }
    expect(refusalOf(wrong).split('\n')).toHaveLength(1);
  });

  it.each([
    ['no service', { data: 'x' }, /service must have a kind|service is required/],
    ['an unknown service', { data: 'x', service: { kind: 'cloud' } }, /service/],
    ['no point of sale', { ...REMOTE, pos_id: undefined }, /pos_id is required/],
    [
      'no secret',
      { ...REMOTE, service: { ...REMOTE.service, secret: undefined } },
      /service.secret/,
    ],
    [
      'a secret and a key',
      { ...REMOTE, service: { ...REMOTE.service, private_key: { file: 'key' } } },
      /not both/,
    ],
    [
      'a secret in the file itself',
      { ...REMOTE, service: { ...REMOTE.service, secret: 'hunter22' } },
      /service\.secret must be \{"file": PATH\} or \{"env": NAME\}/,
    ],
    [
      'another scheme',
      { ...REMOTE, service: { ...REMOTE.service, url: 'ftp://pay.example' } },
      /service\.url must be an http\(s\) address/,
    ],
    [
      'a user for refunds without its key',
      { ...REMOTE, refunds: { ceiling: 1, user: 'admin' } },
      /refunds\.private_key/,
    ],
    ['an unknown currency', { ...REMOTE, currency: 'kroner' }, /currency/],
  ])('with %s is refused', (_name, config, words) => {
    expect(refusalOf(config)).toMatch(words);
    expect(refusalOf(config)).not.toContain('hunter22');
  });

  it('that is not JSON is refused', () => {
    expect(parseConfig('{').ok).toBe(false);
    expect(parseConfig('null').ok).toBe(false);
  });
});

describe('the command line', () => {
  it.each([
    [['--config', 'till.json'], { kind: 'run', file: 'till.json', readyJson: false }],
    [['--config', 'a', '--ready-json'], { kind: 'run', file: 'a', readyJson: true }],
    [['--help'], { kind: 'help' }],
  ])('accepts %j', (args, value) => {
    expect(parseTerminal(args)).toEqual({ ok: true, value });
  });

  it.each([[[]], [['--config', '']], [['--colour']], [['till.json']]])('refuses %j', (args) => {
    expect(parseTerminal(args).ok).toBe(false);
  });
});

describe('a secret', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillkit-secret-'));
    writeFileSync(join(folder, 'secret'), 'hunter22\n', { mode: 0o600 });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const source = () => ({ folder, env: { TILL_SECRET: 'swordfish' }, platform: 'linux' }) as const;

  it('is read from a private file or from the environment', async () => {
    expect(await readSecret({ file: 'secret' }, source())).toBe('hunter22');
    expect(await readSecret({ env: 'TILL_SECRET' }, source())).toBe('swordfish');
  });

  it('that others can read or that is missing is refused, and the message names it', async () => {
    chmodSync(join(folder, 'secret'), 0o644);
    await expect(readSecret({ file: 'secret' }, source())).rejects.toThrow(/chmod 600/);
    await expect(readSecret({ file: 'gone' }, source())).rejects.toThrow(/gone cannot be read/);
    await expect(readSecret({ env: 'NOTHING' }, source())).rejects.toThrow(/NOTHING/);
  });
});
