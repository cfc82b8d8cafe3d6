import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { palettePng } from '../support/palette-png.ts';
import { type Pixels, readPng } from '../support/png.ts';
import { settled } from '../support/settled.ts';
import { difference, WRONG_MAX } from './compare.ts';
import { APPS, type AppName, keptPictures } from './list.ts';

const path = (folder: string) => fileURLToPath(new URL(`../../${folder}/`, import.meta.url));
/** Pictures that the documents show and the tests compare with. */
export const KEPT = path('docs/screens');
/** Pictures of every state, in the screen's own size. */
const ALL = path('test-artifacts/screens');

/** `npm run screens` makes the pictures anew instead of comparing with them. */
const renewing = process.env.PICTURES === 'renew';
const kept = new Set(keptPictures());
const sessions = new WeakMap<Page, Promise<CDPSession>>();

export type Part = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/**
 * Compares the page, or a part of it, with its kept picture: what is wrong with it, or nothing.
 * `name` is `<state>-<theme>-<language>`. States whose pictures are not kept are passed over,
 * because a picture costs more than everything else that is looked at.
 */
export async function keepPicture(
  page: Page,
  app: AppName,
  name: string,
  part: Part | null = null,
): Promise<readonly string[]> {
  const full = `${app}-${name}`;
  if (renewing) await renew(page, app, full, part);
  if (renewing || !kept.has(full)) return [];
  const file = join(KEPT, `${full}.png`);
  if (!existsSync(file)) return [`${full} has no picture yet: npm run screens`];
  const wrong = difference(await shoot(page, APPS[app].scale, part), readPng(readFileSync(file)));
  if (wrong <= WRONG_MAX) return [];
  const share = (wrong * 100).toFixed(1);
  return [`${full} looks otherwise in ${share} % of its picture: npm run screens, and look at it`];
}

async function renew(page: Page, app: AppName, full: string, part: Part | null): Promise<void> {
  mkdirSync(ALL, { recursive: true });
  await page.screenshot({
    path: join(ALL, `${full}.png`),
    ...(part === null ? {} : { clip: part }),
  });
  if (!kept.has(full)) return;
  const small = palettePng(await shoot(page, APPS[app].scale, part));
  writeFileSync(join(KEPT, `${full}.png`), small);
}

/** The page as it is drawn, `scale` times its size. */
export async function shoot(page: Page, scale: number, part: Part | null): Promise<Pixels> {
  const known = sessions.get(page);
  const opened = known ?? page.context().newCDPSession(page);
  if (known === undefined) sessions.set(page, opened);
  const session = await opened;
  // What was done last may not be drawn yet, nor its letters and pictures loaded.
  await page.evaluate(async () => {
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => null)));
  });
  await settled(page);
  const window = page.viewportSize() ?? { width: 1280, height: 800 };
  const clip = { ...(part ?? { x: 0, y: 0, ...window }), scale };
  const shot = await session.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    clip,
  });
  return readPng(Buffer.from(shot.data, 'base64'));
}
