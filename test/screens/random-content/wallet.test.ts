import { expect, it } from 'vitest';
import type { WalletRequest } from '../../../shared/wallet/contract.ts';
import { settled, unreadable } from '../../support/readable.ts';
import { screenOf } from '../../support/screen-of.ts';
import { openWallet, type WalletPage } from '../wallet/page.ts';
import { STAGES } from '../wallet/requests.ts';
import { type Content, contentOf, seedsOf, WANTED } from './random-content.ts';

/* Every payment in the wallet with random amounts, names and sizes can be read completely. */

const SIZES = [
  [320, 568],
  [360, 640],
  [390, 844],
  [844, 390],
  [768, 1024],
] as const;

const { browser, origin } = screenOf('wallet');

function withContent(request: WalletRequest, content: Content): WalletRequest {
  const amount = content.amount();
  const lines = request.lines.map((line) => ({
    ...line,
    description: content.name(),
    total: content.amount(),
  }));
  return {
    ...request,
    ...{ amount, lines, currency: content.currency, merchant: content.name(), pos: content.name() },
    additional_amount: request.additional_amount === 0 ? 0 : content.amount(10),
    text: request.text === null ? null : content.name(),
    captured: request.captured === 0 ? 0 : amount,
    refunded: request.refunded === 0 ? 0 : amount,
  };
}

async function lookAt({ page, desk }: WalletPage, origin: string, seed: number): Promise<string[]> {
  const content = contentOf(seed);
  const [width, height] = content.pick(SIZES);
  await page.setViewportSize({ width, height });
  const [name, drawn] = content.pick([...Object.entries(STAGES), ['list', null]] as const);
  const all = Object.values(STAGES).map((one) => withContent(one, content));
  desk.requests =
    drawn === null
      ? all.map((one, place) => ({ ...one, tid: `t${place}` }))
      : [withContent(drawn, content)];
  await page.goto(`${origin}${drawn === null ? '/w/' : `/p/${drawn.tid}/`}`);
  await page.locator('main:not([aria-busy="true"]) h1').first().waitFor();
  await settled(page);
  const found = await unreadable(page);
  return found.map((one) => `seed ${seed}, ${name}, ${width}x${height}: ${one}`);
}

it.each(['nb-NO', 'en-GB'])(
  'every random payment in the wallet can be read, %s',
  async (locale) => {
    const wallet = await openWallet(browser(), origin(), '/w/', { locale });
    const found: string[] = [];
    const seeds = seedsOf(Math.ceil(WANTED / 2)).map(
      (seed) => seed + (locale === 'nb-NO' ? 0 : 500_000),
    );
    for (const seed of seeds) found.push(...(await lookAt(wallet, origin(), seed)));
    expect(found).toEqual([]);
    expect(wallet.errors).toEqual([]);
  },
);
