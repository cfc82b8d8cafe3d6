import type { DeviceWords } from '../en/devices.ts';
import { plural } from '../language.ts';

export const devicesDe: DeviceWords = {
  drawerShut: (why) =>
    `Die Kassenlade hat sich nicht geöffnet. ${why} Öffnen Sie sie mit dem Schlüssel.`,
  drawerUnsure:
    'Die Kassenlade ist vielleicht zu: Der Drucker hat nichts bestätigt. Sehen Sie nach der Lade.',
  noPaper: (count, names) =>
    plural('de', count, {
      one: `Ein Beleg ist nicht auf Papier: ${names}. Drucken Sie ihn, wenn der Kunde fragt.`,
      other: `# Belege sind nicht auf Papier: ${names}. Drucken Sie sie, wenn Kunden fragen.`,
    }),
  sale: (number) => `Verkauf ${number}`,
  seen: 'Ich habe es gesehen',
};
