import { devicesAr } from './ar/devices.ts';
import { devicesDe } from './de/devices.ts';
import { type DeviceWords, devicesEn } from './en/devices.ts';
import type { Language } from './language.ts';
import { devicesNb } from './nb/devices.ts';

/** Words of notices about devices by language; they load with the notices. A text missing in one does not compile. */
export const DEVICE_WORDS: Readonly<Record<Language, DeviceWords>> = {
  en: devicesEn,
  nb: devicesNb,
  de: devicesDe,
  ar: devicesAr,
};
