import type { DeviceWords } from '../en/devices.ts';
import { plural } from '../language.ts';

export const devicesNb: DeviceWords = {
  drawerShut: (why) => `Kassaskuffen åpnet seg ikke. ${why} Åpne den med nøkkelen.`,
  drawerUnsure: 'Kassaskuffen kan være lukket: skriveren bekreftet det ikke. Se på skuffen.',
  noPaper: (count, names) =>
    plural('nb', count, {
      one: `Én kvittering kom ikke på papir: ${names}. Skriv den ut når kunden spør.`,
      other: `# kvitteringer kom ikke på papir: ${names}. Skriv dem ut når kundene spør.`,
    }),
  sale: (number) => `salg ${number}`,
  seen: 'Jeg har sett det',
};
