import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createService } from '../../../service/index.ts';

/* A damaged key file: the service refuses to start, names the file and hides its content. */

const path = mkdtempSync(join(tmpdir(), 'tillkit-keys-'));
afterAll(() => rmSync(path, { recursive: true, force: true }));
const service = () =>
  createService({ data: { kind: 'directory', path }, port: 0, demo: true, log: 'silent' });

const FILES = [
  'callback-keys.json',
  'instance-keys.json',
  'demo-credentials.json',
  'demo-integrator.json',
  'demo-oauth-client.json',
];

beforeAll(async () => {
  const first = service();
  const { callback_key_url: keys } = await first.start();
  await (await fetch(keys)).text();
  await first.stop();
});

/** The longest text of a file, with one byte of it changed into one that begins no character. */
function withForeignByte(text: string): Buffer {
  const bytes = Buffer.from(text);
  const longest = text.split('"').reduce((one, other) => (other.length > one.length ? other : one));
  bytes[text.indexOf(longest) + 5] = 0xa5;
  return bytes;
}

const DAMAGE = {
  emptied: () => '',
  'cut short': (text: string) => text.slice(0, text.length / 2),
  overwritten: (text: string) => '\0'.repeat(text.length),
  'changed in one byte': withForeignByte,
  'replaced by another file': () => '{"secret":"hidden words"}',
};

it.each(FILES.flatMap((file) => Object.keys(DAMAGE).map((how) => [file, how] as const)))(
  '%s %s: the service refuses to start and names the file',
  async (file, how) => {
    const place = join(path, file);
    const text = readFileSync(place, 'utf8');
    const damage = Object.entries(DAMAGE).find(([name]) => name === how)?.[1];
    writeFileSync(place, damage?.(text) ?? '');
    const said = await service()
      .start()
      .then(() => 'started', String);
    writeFileSync(place, text);
    expect(said).toContain(`The file ${place} is damaged: `);
    expect(said).not.toMatch(/hidden|BEGIN|Unexpected|\n/);
  },
);

it('the service refuses to start with a truncated key and names the file and the member', async () => {
  const place = join(path, 'callback-keys.json');
  const text = readFileSync(place, 'utf8');
  writeFileSync(place, text.replace('-----END PRIVATE KEY-----', ''));
  await expect(service().start()).rejects.toThrow(
    /callback-keys\.json is damaged: current\.private/,
  );
  writeFileSync(place, text);
});
