import { join } from 'node:path';
import type { Ids, RandomBytes } from '../../../shared/ids/ids.ts';
import { hashSecret } from '../../../shared/node/password-hash.ts';
import { writePrivateFile } from '../../../shared/node/private-file.ts';
import { KIOSK_FILE, type KioskFile } from './config.ts';

/** The file with the first PIN; the operator may delete it after reading. */
export const FIRST_PIN_FILE = 'kiosk-pin.json';

const FIRST_PIN_DIGITS = 6;

type Drink = readonly [id: string, en: string, nb: string, price: number, seconds: number];
const DRINKS: readonly Drink[] = [
  ['espresso', 'Espresso', 'Espresso', 2_900, 5],
  ['americano', 'Americano', 'Americano', 3_600, 6],
  ['flat-white', 'Flat white', 'Flat white', 5_200, 8],
  ['cappuccino', 'Cappuccino', 'Cappuccino', 4_900, 8],
  ['caffe-latte', 'Caffè latte', 'Kaffe latte', 5_200, 8],
  ['hot-chocolate', 'Hot chocolate', 'Varm sjokolade', 4_800, 7],
];

/** The demo kiosk: a coffee machine, which is simulated. */
export const DEMO_KIOSK: KioskFile = {
  goods: DRINKS.map(([id, en, nb, price, seconds]) => ({
    id,
    name: { en, nb },
    price,
    picture: `${id}.svg`,
    slot: id,
    seconds,
  })),
  headline: { en: 'Good coffee. 40 seconds.', nb: 'God kaffe. 40 sekunder.' },
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
