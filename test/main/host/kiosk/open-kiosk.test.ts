import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../main/host/adapters/machine.ts';
import { KIOSK_FILE, loadKiosk } from '../../../../main/host/kiosk/config.ts';
import { DEMO_KIOSK, FIRST_PIN_FILE } from '../../../../main/host/kiosk/demo-files.ts';
import { openKiosk } from '../../../../main/host/kiosk/open-kiosk.ts';
import { readPictures } from '../../../../main/host/kiosk/pictures.ts';
import { MACHINE_PORTS } from '../../../../main/host/till/ports.ts';
import { verifySecret } from '../../../../shared/node/password-hash.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { kioskFile } from '../../../support/kiosk.ts';

let folder: string;
let reports: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-kiosk-'));
  reports = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (value: unknown) =>
  writeFileSync(
    join(folder, KIOSK_FILE),
    typeof value === 'string' ? value : JSON.stringify(value),
  );
const open = (service: 'own' | 'elsewhere') =>
  openKiosk({
    directory: folder,
    screen: new Map(),
    service,
    ports: MACHINE_PORTS,
    report: (sentence) => reports.push(sentence),
  });

describe('the settings of a kiosk', () => {
  test('are read with their defaults', async () => {
    const { idle_seconds: _, warning_seconds: __, ...file } = await kioskFile(9);
    write(file);
    const loaded = loadKiosk(folder);
    expect(loaded).toMatchObject({
      kind: 'ready',
      config: { order: 'deposit', idle_seconds: 60, warning_seconds: 30, sound: 'full' },
    });
  });

  const good = { id: 'a', name: { en: 'A', nb: 'A' }, price: 100 };
  test.each([
    [null, 60_000],
    [20, 60_000],
    [120, 150_000],
  ])('wait for a good that usually takes %s seconds at most %d ms', async (seconds, deadline) => {
    write({ goods: [good, { ...good, id: 'b', seconds }] });
    const kiosk = await open('elsewhere');
    expect(kiosk.unattended.vendDeadline).toBe(deadline);
    kiosk.close();
  });

  test.each([
    ['no goods', { goods: [] }, 'goods'],
    [
      'too many goods',
      { goods: Array.from({ length: 61 }, (_, id) => ({ ...good, id: `g${id}` })) },
      'goods',
    ],
    ['a free good', { goods: [{ ...good, price: 0 }] }, 'goods.0.price'],
    ['a price with a point', { goods: [{ ...good, price: 1.5 }] }, 'goods.0.price'],
    ['a name in one language', { goods: [{ ...good, name: { en: 'A' } }] }, 'goods.0.name.nb'],
    ['the same id twice', { goods: [good, good] }, 'goods.1.id'],
    ['a slot without a machine', { goods: [{ ...good, slot: 's1' }] }, 'goods.0.slot'],
    ['a picture elsewhere', { goods: [{ ...good, picture: '../x.png' }] }, 'goods.0.picture'],
    ['a warning that is too short', { goods: [good], warning_seconds: 19 }, 'warning_seconds'],
    ['a PIN in the clear', { goods: [good], service_pin: '1234' }, 'service_pin'],
    ['an unknown member', { goods: [good], prise: 1 }, 'prise'],
    ['a machine without a kind', { goods: [good], machine: { host: 'x' } }, 'machine'],
  ])('with %s are refused, and the invalid field is named', (_name, file, field) => {
    write(file);
    const loaded = loadKiosk(folder);
    expect(loaded.kind).toBe('wrong');
    expect(loaded.kind === 'wrong' ? loaded.sentence : '').toContain(field);
  });

  test('of the guide are valid', () => {
    const guide = readFileSync(join(packageRoot(), 'docs/guides/build-a-kiosk.md'), 'utf8');
    const [, shown = ''] = /```json\n([\s\S]*?)```/.exec(guide) ?? [];
    write(shown);
    expect(loadKiosk(folder)).toMatchObject({ kind: 'ready', config: { order: 'deposit' } });
  });

  test('that are unreadable are reported, not thrown', () => {
    write('{');
    expect(loadKiosk(folder)).toMatchObject({ kind: 'wrong', pin: null });
    write(' '.repeat(LIMITS.kioskFileBytesMax + 1));
    expect(loadKiosk(folder)).toMatchObject({ kind: 'wrong' });
  });

  test('that are invalid keep their PIN for the service menu', async () => {
    const file = await kioskFile(9);
    write({ ...file, goods: [] });
    expect(loadKiosk(folder)).toMatchObject({ kind: 'wrong', pin: file.service_pin });
  });
});

describe('a kiosk without settings', () => {
  test('of the demo writes its own settings, and a PIN file that only its owner can read', async () => {
    const parts = await open('own');
    parts.close();
    const file: { service_pin: string } = JSON.parse(
      readFileSync(join(folder, KIOSK_FILE), 'utf8'),
    );
    expect(file).toMatchObject(DEMO_KIOSK);
    const kept: { service_pin: string } = JSON.parse(
      readFileSync(join(folder, FIRST_PIN_FILE), 'utf8'),
    );
    expect(kept.service_pin).toMatch(/^\d{6}$/);
    expect(await verifySecret(kept.service_pin, file.service_pin)).toBe(true);
    expect(statSync(join(folder, FIRST_PIN_FILE)).mode & 0o077).toBe(0);
    expect(reports.join()).toContain(FIRST_PIN_FILE);
    expect(reports.join()).not.toContain(kept.service_pin);
  });

  test('of a shop writes nothing and reports the missing file', async () => {
    const parts = await open('elsewhere');
    parts.close();
    expect(existsSync(join(folder, KIOSK_FILE))).toBe(false);
    expect(reports.join()).toContain(`There is no ${KIOSK_FILE}`);
  });

  test('a simulated machine does not sell for a real shop', async () => {
    write(DEMO_KIOSK);
    const parts = await open('elsewhere');
    expect(parts.unattended.machine).toBe(null);
    expect(reports.join()).toContain('simulated');
    parts.close();
  });
});

describe('the pictures of a kiosk', () => {
  const pictures = (...names: string[]) => readPictures(folder, names, new Map());

  test('are read from their folder only, within the size limit', () => {
    mkdirSync(join(folder, 'kiosk-pictures'));
    writeFileSync(join(folder, 'kiosk-pictures/a.png'), 'picture');
    writeFileSync(
      join(folder, 'kiosk-pictures/b.jpg'),
      Buffer.alloc(LIMITS.kioskPictureBytesMax + 1),
    );
    const { assets, addressOf, problems } = pictures('a.png', 'b.jpg', 'c.webp');
    expect([...assets.keys()]).toEqual(['goods/a.png']);
    expect(assets.get('goods/a.png')?.type).toBe('image/png');
    expect([addressOf('a.png'), addressOf('b.jpg')]).toEqual(['./goods/a.png', null]);
    expect(problems).toHaveLength(2);
  });

  test('of the screen are used too', () => {
    const drawing = { body: Buffer.from('x'), type: 'image/svg+xml', cache: 'no-cache' };
    const screen = new Map([['goods/flat-white.svg', drawing]]);
    const { addressOf, problems } = readPictures(folder, ['flat-white.svg'], screen);
    expect(addressOf('flat-white.svg')).toBe('./goods/flat-white.svg');
    expect(problems).toEqual([]);
  });
});
