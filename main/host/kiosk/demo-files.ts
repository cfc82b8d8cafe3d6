import { join } from 'node:path';
import { alike, type EveryLanguage } from '../../../shared/catalogue/language.ts';
import type { Ids, RandomBytes } from '../../../shared/ids/ids.ts';
import { hashSecret } from '../../../shared/node/password-hash.ts';
import { writePrivateFile } from '../../../shared/node/private-file.ts';
import { KIOSK_FILE, type KioskFile } from './config.ts';

/** The file with the first PIN; the operator may delete it after reading. */
export const FIRST_PIN_FILE = 'kiosk-pin.json';

const FIRST_PIN_DIGITS = 6;

type Drink = readonly [id: string, name: EveryLanguage, price: number, seconds: number];
const DRINKS: readonly Drink[] = [
  ['espresso', { ...alike('Espresso'), ar: 'إسبريسو' }, 2_900, 5],
  ['americano', { ...alike('Americano'), ar: 'أمريكانو' }, 3_600, 6],
  ['flat-white', { ...alike('Flat white'), ar: 'فلات وايت' }, 5_200, 8],
  ['cappuccino', { ...alike('Cappuccino'), ar: 'كابتشينو' }, 4_900, 8],
  [
    'caffe-latte',
    { en: 'Caffè latte', nb: 'Kaffe latte', de: 'Caffè Latte', ar: 'كافيه لاتيه' },
    5_200,
    8,
  ],
  [
    'hot-chocolate',
    { en: 'Hot chocolate', nb: 'Varm sjokolade', de: 'Heiße Schokolade', ar: 'شوكولاتة ساخنة' },
    4_800,
    7,
  ],
];

/** The demo kiosk: a coffee machine, which is simulated. */
export const DEMO_KIOSK: KioskFile = {
  goods: DRINKS.map(([id, name, price, seconds]) => ({
    id,
    name,
    price,
    picture: `${id}.svg`,
    slot: id,
    seconds,
  })),
  headline: {
    en: 'Good coffee. 40 seconds.',
    nb: 'God kaffe. 40 sekunder.',
    de: 'Guter Kaffee. 40 Sekunden.',
    ar: 'قهوة طيبة. 40 ثانية.',
  },
  machine: { kind: 'simulated', seconds: 6 },
  order: 'deposit',
  idle_seconds: 60,
  warning_seconds: 30,
};

/**
 * Writes the demo's kiosk with a new PIN, so that there is a file to edit and an exit. Returns the
 * path of the PIN file.
 */
export async function writeDemoKiosk(
  directory: string,
  ids: Ids,
  random: RandomBytes,
): Promise<string> {
  const pin = ids.digits(FIRST_PIN_DIGITS);
  const pinFile = join(directory, FIRST_PIN_FILE);
  await writePrivateFile(pinFile, { service_pin: pin });
  const service_pin = await hashSecret(pin, random);
  await writePrivateFile(join(directory, KIOSK_FILE), { ...DEMO_KIOSK, service_pin });
  return pinFile;
}
