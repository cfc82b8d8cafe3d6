import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildScreens } from '../../main/build/screens.ts';
import { packageRoot } from '../../main/host/adapters/machine.ts';
import { type RunningTill, runTill } from '../../main/start/run-till.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { startController } from '../support/controller.ts';
import { kioskFile, writeKiosk } from '../support/kiosk.ts';
import { readPng } from '../support/png.ts';
import { giveKeys } from '../support/seeded-data.ts';
import { approve, openPhone, signIn } from './people.ts';

/*
 * A blind customer buys with a keypad, headphones and a phone. The customer chooses each key from the
 * kiosk's announcements since the previous key. The test does not read the screen.
 */

let browser: Browser;
let till: RunningTill | null = null;
let folder = '';
let controller: Awaited<ReturnType<typeof startController>>;

beforeAll(async () => {
  [browser, controller] = await Promise.all([openBrowser(), startController(), buildScreens()]);
});
afterEach(async () => {
  await till?.stop();
  till = null;
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await closePages();
  await controller?.stop();
});

type Said = { readonly voice: string; readonly text: string };
type Played = { readonly seconds: number; readonly peak: number };

/** Records the texts for the voice, the sound that the voice makes of them, and the voices that fail. */
function listenIn(): void {
  const said: Said[] = [];
  const played: Played[] = [];
  const failed = new Set<Worker>();
  Object.assign(window, { said, played, failed });
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, message: Said, ...others: []) {
    said.push({ voice: message.voice, text: message.text });
    this.addEventListener('error', () => failed.add(this));
    this.addEventListener('message', ({ data }) => data.samples === null && failed.add(this));
    postMessage.call(this, message, ...others);
  };
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (this: AudioBufferSourceNode, ...when: []) {
    const samples = this.buffer?.getChannelData(0) ?? new Float32Array();
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    played.push({ seconds: this.buffer?.duration ?? 0, peak });
    start.call(this, ...when);
  };
}

/** The kiosk with a keypad and headphones. */
async function standBefore(language: 'en' | 'nb') {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-kiosk-'));
  await giveKeys(folder);
  writeKiosk(folder, await kioskFile(controller.port, { language }));
  const plan = {
    ...{ directory: folder, port: 0, screenPort: 0, lanAddress: null, root: packageRoot() },
    caFile: null,
    ...{ window: 'kiosk' as const, remote: null, words: [] },
  };
  till = await runTill(plan, 'kiosk', () => undefined);
  const context = await browser.newContext({
    viewport: { width: 1080, height: 1920 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript(listenIn);
  await page.goto(till.screen());
  await page.waitForFunction(() => document.querySelector('h1') !== null);
  let from = 0;
  const said = () => page.evaluate((): Said[] => Reflect.get(window, 'said'));
  const since = async () => (await said()).slice(from);
  return {
    page,
    said,
    played: () => page.evaluate((): Played[] => Reflect.get(window, 'played')),
    /** Waits for an announcement since the last key. Returns the groups of the expression. */
    async hear(words: RegExp): Promise<readonly string[]> {
      const heard = async () => (await since()).map(({ text }) => text).join(' ');
      await expect.poll(heard).toMatch(words);
      return [...(words.exec(await heard()) ?? [])].slice(1);
    },
    async press(key: string) {
      from = (await said()).length;
      await page.keyboard.press(key);
    },
    async hold(key: string) {
      from = (await said()).length;
      await page.keyboard.down(key);
    },
  };
}

/** True if all pixels of the screen are black. */
async function isDark(page: Page): Promise<boolean> {
  const { data } = readPng(await page.screenshot());
  return data.every((value, index) => index % 4 === 3 || value === 0);
}

/** The address to type, from the words of the announcement. */
function typed(spoken: string, signs: Readonly<Record<string, string>>): string {
  return spoken
    .split(' ')
    .map((word) => signs[word] ?? word)
    .join('');
}

/** Returns the phone's page with the payment, which stays open: closing it could cancel the approval. */
async function openOnPhone(address: string, code: string): Promise<Page> {
  const phone = await openPhone(browser);
  await phone.goto(`http://${address}`);
  await signIn(phone, '98765432');
  await phone.getByRole('button', { name: 'Scan a code' }).click();
  await phone.getByRole('textbox').fill(code);
  await phone.getByRole('button', { name: 'Open code' }).click();
  return phone;
}

const WORDS = {
  en: {
    settings: /Press (\d) for settings/,
    dark: /(\d): dark screen/,
    isDark: /The screen is dark\..*Press (Enter) to start/s,
    good: /(\d+): Coffee, 52 kroner\..*Type the number/s,
    pay: /Coffee, 52 kroner\. Press (Enter) to pay/,
    code: /You have \d+ minutes to pay/,
    codeOnly: /open (.+) and type the code ((?:\w, ){11}\w)\./,
    codeKey: /Press (\d) to hear the code again/,
    approve: /Approve on your phone/,
    end: /Your order is ready.*You paid 52 kroner\. Sale \d+\..*Press (Cancel) to finish/s,
    off: /Speech is off/,
    signs: { dot: '.', colon: ':', slash: '/' },
  },
  nb: {
    settings: /Trykk (\d) for innstillinger/,
    dark: /(\d): mørk skjerm/,
    isDark: /Skjermen er mørk\..*Trykk (Enter) for å begynne/s,
    good: /(\d+): Kaffe, 52 kroner\..*Tast nummeret/s,
    pay: /Kaffe, 52 kroner\. Trykk (Enter) for å betale/,
    code: /Du har \d+ minutter på deg/,
    codeOnly: /Åpne (.+) og skriv koden ((?:\w, ){11}\w)\./,
    codeKey: /Trykk (\d) for å høre koden/,
    approve: /Godkjenn på telefonen/,
    end: /Bestillingen er klar.*Du betalte 52 kroner\. Salg \d+\..*Trykk (Avbryt) for å avslutte/s,
    off: /Talen er av/,
    signs: { punktum: '.', kolon: ':', skråstrek: '/' },
  },
} as const;

/** The names of the keys on the keypad, and on the keyboard. */
const KEY: Readonly<Record<string, string>> = {
  Enter: 'Enter',
  Cancel: 'Escape',
  Avbryt: 'Escape',
};

test.each(['en', 'nb'] as const)(
  'a customer completes a sale with the dark screen, by announcements and keys only: %s',
  async (language) => {
    const words = WORDS[language];
    const before = controller.delivered.length;
    const { page, hear, press, hold, said, played } = await standBefore(language);
    const follow = async (heard: RegExp) => {
      const [key = ''] = await hear(heard);
      await press(KEY[key] ?? key);
    };
    await hold('5');
    await hear(words.settings);
    await page.keyboard.up('5');
    await follow(words.settings);
    await follow(words.dark);
    await hear(words.isDark);
    await expect.poll(() => isDark(page)).toBe(true);
    await follow(words.isDark);
    await follow(words.good);
    await follow(words.pay);
    await hear(words.code);
    await follow(words.codeKey);
    const [address = '', letters = ''] = await hear(words.codeOnly);
    await expect.poll(() => isDark(page)).toBe(true);
    const phone = await openOnPhone(typed(address, words.signs), letters.replaceAll(', ', ''));
    await hear(words.approve);
    await approve(phone);
    await hear(words.end);
    await phone.context().close();
    await expect.poll(() => isDark(page)).toBe(true);
    await follow(words.end);
    await hear(words.off);
    // The kiosk switches the screen on for the next customer.
    await expect.poll(() => isDark(page)).toBe(false);
    expect(controller.delivered).toHaveLength(before + 1);
    const others = (await said()).filter(({ voice }) => voice !== language);
    expect(others.every(({ text }) => /^(English|Norsk|Deutsch|العربية)/.test(text))).toBe(true);
    // The announcement is sound: its samples are not all zero.
    const sounds = await played();
    expect(sounds.length).toBeGreaterThan(10);
    expect(sounds.filter(({ peak }) => peak < 0.1)).toEqual([]);
    await page.context().close();
  },
);

const TEXTS = [
  ['en', 'Coffee.', 'Coffee, 52 kroner. Press Enter to pay. Press Cancel to start over.'],
  [
    'nb',
    'Kaffe.',
    'Kaffe, 52 kroner. Trykk Enter for å betale. Trykk Avbryt for å begynne på nytt.',
  ],
  ['de', 'Kaffee.', 'Kaffee, 52 norwegische Kronen. Drücken Sie Enter, um zu bezahlen.'],
  ['ar', 'قهوة.', 'اضغط مفتاح الإدخال للدفع. اضغط مفتاح الإلغاء للبدء من جديد.'],
] as const;

test('the voice of the kiosk speaks every language, and a longer text gives a longer sound', async () => {
  const { page, hear, hold } = await standBefore('en');
  expect(await page.evaluate(() => speechSynthesis.getVoices().length)).toBe(0);
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect((await loaded()).filter((name) => /voice/.test(name))).toEqual([]);
  await hold('5');
  await hear(/Speech is on/);
  // The text is sent to the worker before the worker's own file has arrived.
  const workers = async () => (await loaded()).filter((name) => name.includes('voice-worker'));
  await expect.poll(workers).toHaveLength(1);
  const [worker = ''] = await workers();
  for (const [voice, short, long] of TEXTS) {
    const sounds = await page.evaluate(speakWith, { worker, voice, texts: [short, long] });
    for (const { peak } of sounds) expect([voice, peak > 0.1]).toEqual([voice, true]);
    const [least = 0, most = 0] = sounds.map(({ seconds }) => seconds);
    expect([voice, least > 0.2, most > 2 * least]).toEqual([voice, true, true]);
  }
  await page.context().close();
});

test.each([
  ['its worker', /voice-worker/],
  ['its program', /espeak-ng\.js$/],
])('the kiosk loads the voice again for the next text if %s failed to load', async (_, file) => {
  const { page, hear, hold, press, played } = await standBefore('en');
  // The route stays: a request that is under way when the browser's last route is removed can hang.
  let asked = 0;
  await page.route(file, (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.continue();
  });
  await hold('5');
  await hear(/Speech is on/);
  // A text for a voice that still loads is lost with it.
  const failed = () => page.evaluate(() => Reflect.get(window, 'failed').size);
  await expect.poll(failed).toBeGreaterThan(0);
  await page.keyboard.up('5');
  await press('0');
  await hear(/Settings/);
  await expect.poll(async () => (await played()).length).toBeGreaterThan(0);
  await page.context().close();
});

/** Runs in the page. Returns the samples that the kiosk's worker makes of texts. */
async function speakWith(given: { worker: string; voice: string; texts: readonly string[] }) {
  const { worker: address, voice, texts } = given;
  const worker = new Worker(address, { type: 'module' });
  const folder = new URL('voice/', document.baseURI).href;
  const sounds: Played[] = [];
  for (const [id, text] of texts.entries()) {
    const reply = new Promise<{ samples: Float32Array; rate: number }>((heard, failed) => {
      worker.onmessage = ({ data }) => heard(data);
      worker.onerror = () => failed(new Error(`the worker ${address} does not run`));
    });
    worker.postMessage({ id, folder, voice, text });
    const { samples, rate } = await reply;
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    sounds.push({ seconds: samples.length / rate, peak });
  }
  worker.terminate();
  return sounds;
}
