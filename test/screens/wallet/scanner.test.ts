import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readScanned, readTyped } from '../../../renderer/wallet/read-code.ts';
import { launchBrowser } from '../../support/browser.ts';
import { cameraSwitches, writeCameraPicture } from '../../support/camera.ts';
import { leavePages } from '../../support/reused-page.ts';
import { screenOf } from '../../support/screen-of.ts';
import { type Screens, serveScreen } from '../../support/screens.ts';
import { type Desk, openWallet } from './page.ts';
import { request, scan } from './requests.ts';

const TID = 'p2ybyw4tq73n';
const HOUSE = ['https://pay.example'] as const;

describe('the text of a code', () => {
  it('opens a request or a shop’s code of this service', () => {
    expect(readScanned(`https://pay.example/p/${TID}/`, HOUSE)).toEqual({
      kind: 'found',
      route: { kind: 'request', tid: TID },
    });
    expect(readScanned('https://pay.example/s/aB3x_/table/7/', HOUSE)).toEqual({
      kind: 'found',
      route: { kind: 'code', shortlink: 'aB3x_', argstring: 'table/7' },
    });
  });

  it.each([
    `https://pay.example.evil.example/p/${TID}/`,
    `https://evil.example/p/${TID}/`,
    `http://pay.example/p/${TID}/`,
    `https://pay.example:8443/p/${TID}/`,
    `https://pay.example@evil.example/p/${TID}/`,
    `//pay.example/p/${TID}/`,
    'https://pay.example/w/?permission=r7',
    'https://pay.example/w/',
    'https://pay.example/',
    'javascript:alert(1)',
    'data:text/html,hello',
    'WIFI:S:cafe;;',
    '',
    `https://pay.example/p/${'p'.repeat(2_000)}/`,
  ])('%s is refused as foreign', (text) => {
    expect(readScanned(text, HOUSE)).toEqual({ kind: 'foreign' });
  });

  it('may be typed as shown below the code, in upper or lower case', () => {
    const found = { kind: 'found', route: { kind: 'request', tid: TID } };
    expect(readTyped(` ${TID.toUpperCase()} `, HOUSE)).toEqual(found);
    expect(readTyped('P2yb yw4t q73n', HOUSE)).toEqual(found);
    expect(readTyped(`pay.example/p/${TID}`, HOUSE)).toEqual(found);
    expect(readTyped(`https://pay.example/p/${TID}`, HOUSE)).toEqual(found);
    expect(readTyped('aB3x_', HOUSE)).toMatchObject({ route: { shortlink: 'aB3x_' } });
    expect(readTyped(`evil.example/p/${TID}`, HOUSE)).toEqual({ kind: 'foreign' });
    expect(readTyped('no code', HOUSE)).toEqual({ kind: 'unreadable' });
    expect(readTyped('zzzz zzzz zzzz', HOUSE)).toEqual({ kind: 'unreadable' });
  });
});

describe('the field for a typed code', () => {
  const served = screenOf('wallet');
  afterEach(() => leavePages(served.browser()));
  it.each([
    [
      'en-GB',
      'A payment code has 12 letters and digits and starts with p, such as p2yb yw4t q73n.',
    ],
    [
      'nb-NO',
      'En betalingskode har 12 bokstaver og sifre og starter med p, for eksempel p2yb yw4t q73n.',
    ],
    [
      'de-DE',
      'Ein Zahlungscode hat 12 Buchstaben und Ziffern und beginnt mit p, zum Beispiel p2yb yw4t q73n.',
    ],
    ['ar', 'يتكون رمز الدفع من 12 حرفًا ورقمًا ويبدأ بالحرف p، مثل p2yb yw4t q73n.'],
  ])('shows the format of a code after an invalid entry, %s', async (locale, format) => {
    const wallet = await openWallet(served.browser(), served.origin(), '/w/?scanner', { locale });
    const { page, desk } = wallet;
    const problem = page.getByRole('alert').filter({ hasText: /./ });
    expect(await problem.count()).toBe(0);
    await page.getByRole('textbox').fill('zzzz zzzz zzzz');
    await page.keyboard.press('Enter');
    await problem.waitFor();
    expect(await problem.innerText()).toBe(format);
    // The example is a code that the wallet accepts.
    const example = /\bp[0-9a-z]{3}( [0-9a-z]{4}){2}/.exec(format)?.[0] ?? '';
    expect(readTyped(example, HOUSE)).toMatchObject({ route: { kind: 'request', tid: TID } });
    expect(await page.getByRole('textbox').inputValue()).toBe('zzzz zzzz zzzz');
    expect([desk.writes, wallet.errors]).toEqual([[], []]);
  });

  it('comes back with a code that no payment has, to be corrected', async () => {
    const { page, desk } = await openWallet(served.browser(), served.origin(), '/w/?scanner', {
      locale: 'en-GB',
    });
    await page.getByRole('textbox').fill('p000 0000 0000');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No payment has this code' }).waitFor();
    await page.getByRole('button', { name: 'Correct the code' }).click();
    const field = page.getByRole('textbox');
    await expect.poll(() => field.inputValue()).toBe('p000 0000 0000');
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(desk.writes).toEqual([]);
  });
});

describe('the camera', () => {
  let screens: Screens;
  let browser: Browser;
  let folder: string;
  let film: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillkit-camera-'));
    film = join(folder, 'film.y4m');
    writeCameraPicture(film, null);
    [screens, browser] = await Promise.all([
      serveScreen('wallet'),
      launchBrowser(cameraSwitches(film)),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await screens.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => writeCameraPicture(film, null));
  // A page that is left open would read the film while the next test writes it.
  afterEach(() => leavePages(browser));

  /**
   * The wallet after the customer opened its scanner, on a phone that refuses the camera `refused`
   * times first. Nothing waits for the scanner here: it closes as soon as the camera reads a code.
   */
  const open = async (desk: Partial<Desk> = {}, refused = 0) => {
    const wallet = await openWallet(browser, screens.origin, '/w/', { locale: 'en-GB', desk });
    await wallet.page.evaluate((times) => {
      const { mediaDevices } = navigator;
      const allow = mediaDevices.getUserMedia.bind(mediaDevices);
      let left = times;
      mediaDevices.getUserMedia = async (wanted) => {
        left -= 1;
        if (left >= 0) throw new DOMException('The customer said no.', 'NotAllowedError');
        return allow(wanted);
      };
    }, refused);
    await wallet.page.getByRole('button', { name: 'Scan a code' }).click();
    return wallet;
  };
  const looking = 'Place the code inside the frame.';

  it('scans a till’s code and opens its request; the back key skips the camera', async () => {
    writeCameraPicture(film, `${screens.origin}/p/${TID}/`);
    const { page, errors } = await open({ requests: [request()] });
    await page.getByRole('button', { name: /^Pay kr/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/p/${TID}/`);
    await page.goBack();
    await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('opens a shop’s code of the service’s other address at the address of the page', async () => {
    writeCameraPicture(film, 'https://pay.example/s/aB3x_/4/');
    const { page, desk } = await open({ scan: scan() });
    await page.locator('.scan-answer').waitFor();
    expect(new URL(page.url()).origin).toBe(screens.origin);
    expect(desk.writes).toEqual(['POST /scans {"shortlink":"aB3x_","argstring":"4"}']);
  });

  it('refuses a foreign code with a message and continues to scan', async () => {
    writeCameraPicture(film, `https://evil.example/p/${TID}/`);
    const { page, desk } = await open();
    await page.getByText('This is not a payment code for this wallet.').waitFor();
    await page.getByText(looking).first().waitFor();
    expect(new URL(page.url()).origin).toBe(screens.origin);
    expect(desk.writes).toEqual([]);
  });

  it.each([
    ['the browser’s own reader if it has one', 'reads', 'https://pay.example/s/own__/'],
    ['the product’s reader if the other has no engine', 'fails', 'https://pay.example/s/film_/'],
  ])('reads with %s', async (_name, engine, address) => {
    writeCameraPicture(film, 'https://pay.example/s/film_/');
    const { page, desk } = await openWallet(browser, screens.origin, '/w/', {
      locale: 'en-GB',
      desk: { scan: scan() },
    });
    await page.evaluate(
      ([works, text]) => {
        class Reader {
          static getSupportedFormats = async () => ['qr_code'];
          async detect() {
            if (works !== 'reads') throw new DOMException('no engine', 'NotSupportedError');
            return [{ rawValue: text }];
          }
        }
        Reflect.set(window, 'BarcodeDetector', Reader);
      },
      [engine, address],
    );
    await page.getByRole('button', { name: 'Scan a code' }).click();
    await page.locator('.scan-answer').waitFor();
    const shortlink = new URL(address).pathname.split('/')[2];
    expect(desk.writes).toEqual([`POST /scans {"shortlink":"${shortlink}","argstring":""}`]);
  });

  it('that is not available shows a message and the field for a typed code', async () => {
    const { page } = await openWallet(browser, screens.origin, '/w/', { locale: 'en-GB' });
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'mediaDevices', { value: undefined }),
    );
    await page.getByRole('button', { name: 'Scan a code' }).click();
    await page
      .getByText(/^No camera is available\. Type the code/)
      .first()
      .waitFor();
    await page.getByRole('textbox').waitFor();
  });

  it('is released when the customer leaves the page', async () => {
    const { page } = await open();
    await page.getByText(looking).first().waitFor();
    const track = await page.evaluateHandle(() => {
      const { srcObject } = document.querySelector('video') ?? {};
      return srcObject instanceof MediaStream ? srcObject.getVideoTracks()[0] : null;
    });
    expect(await track.evaluate((one) => one?.readyState)).toBe('live');
    await page.getByRole('button', { name: 'Go to my wallet' }).click();
    await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
    expect(await track.evaluate((one) => one?.readyState)).toBe('ended');
  });

  it('that is denied can be started again, and the customer can type the code', async () => {
    const { page } = await open({ requests: [request()] }, 1);
    await page
      .getByText(/has no access to the camera/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Start camera' }).click();
    await page.getByText(looking).first().waitFor();
    await page.getByRole('textbox').fill('two words');
    await page.keyboard.press('Enter');
    await page
      .getByText(
        /A payment code has 12 letters and digits and starts with p, such as p2yb yw4t q73n\./,
      )
      .waitFor();
    await page.getByRole('textbox').fill(TID);
    await page.getByRole('button', { name: 'Open code' }).click();
    await page.getByRole('button', { name: /^Pay kr/ }).waitFor();
  });
});
