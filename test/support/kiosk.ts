import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { secureRandom } from '../../main/host/adapters/machine.ts';
import { KIOSK_FILE, type KioskFile } from '../../main/host/kiosk/config.ts';
import { hashSecret } from '../../shared/node/password-hash.ts';

export const SERVICE_PIN = '482915';
/** After this many seconds without a touch, the kiosk asks whether the customer is still there. */
export const IDLE_SECONDS = 600;
/** Hashed once, because the hash is slow on purpose. */
let hashedPin: Promise<string> | null = null;

/** A kiosk with one good that the machine delivers, and one that staff hand out. */
export async function kioskFile(port: number, over: Partial<KioskFile> = {}): Promise<KioskFile> {
  hashedPin ??= hashSecret(SERVICE_PIN, secureRandom);
  return {
    goods: [
      {
        id: 'coffee',
        name: { en: 'Coffee', nb: 'Kaffe' },
        price: 5_200,
        picture: 'flat-white.svg',
        slot: 'slot-14',
        seconds: 3,
      },
      { id: 'ticket', name: { en: 'Ticket', nb: 'Billett' }, price: 9_900 },
    ],
    language: 'en',
    machine: { kind: 'tcp', host: '127.0.0.1', port },
    // The longest allowed times, so that no screen ends while a test reads it.
    ...{ idle_seconds: IDLE_SECONDS, warning_seconds: 300, paid_seconds: 120, failed_seconds: 300 },
    expires_seconds: 3_600,
    service_pin: await hashedPin,
    ...over,
  };
}

export function writeKiosk(directory: string, file: unknown): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, KIOSK_FILE), JSON.stringify(file));
}

/** From the first touch to the code of a good. */
export async function buy(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Touch to start/ }).click();
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await head(page, 'Scan to pay');
}

export function head(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Holds the hidden corner as a person does. */
export async function knock(page: Page): Promise<void> {
  // A window of a separate Electron has the size of its display.
  const width = page.viewportSize()?.width ?? (await page.evaluate(() => window.innerWidth));
  await page.mouse.move(width - 20, 20);
  await page.mouse.down();
  await page.getByRole('group', { name: 'Keypad', exact: true }).waitFor();
  await page.mouse.up();
}

export async function typePin(page: Page, pin: string): Promise<void> {
  const pad = page.getByRole('group', { name: 'Keypad', exact: true });
  for (const digit of pin) await pad.getByRole('button', { name: digit, exact: true }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}
