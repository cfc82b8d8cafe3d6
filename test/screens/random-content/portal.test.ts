import { expect, it } from 'vitest';
import type { PortalPayment } from '../../../shared/portal/contract.ts';
import { settled, unreadable } from '../../support/readable.ts';
import { screenOf } from '../../support/screen-of.ts';
import { PAYMENTS } from '../portal/answers.ts';
import { openPortal, type PortalPage } from '../portal/page.ts';
import { type Content, contentOf, seedsOf, WANTED } from './random-content.ts';

/* The portal's payments with random amounts, names and sizes can be read completely. */

const SIZES = [
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
] as const;

const { browser, origin } = screenOf('portal');

function withContent(payment: PortalPayment, content: Content): PortalPayment {
  const amount = content.amount();
  return {
    ...payment,
    ...{ amount, currency: content.currency, pos: content.name() },
    what: payment.what === null ? null : content.name(),
    captured: payment.captured === 0 ? 0 : amount,
    refunded: payment.refunded === 0 ? 0 : amount,
  };
}

async function lookAt(
  { page, office }: PortalPage,
  origin: string,
  seed: number,
): Promise<string[]> {
  const content = contentOf(seed);
  const [width, height] = content.pick(SIZES);
  await page.setViewportSize({ width, height });
  office.payments = PAYMENTS.map((one) => withContent(one, content));
  const path = content.pick(['/m/', '/m/payments/p0', '/m/payments/p3', '/m/settlements/6']);
  await page.goto(origin + path);
  await page
    .locator(path === '/m/' ? '.rows' : '.slip')
    .first()
    .waitFor();
  await settled(page);
  const found = await unreadable(page);
  return found.map((one) => `seed ${seed}, ${path}, ${width}x${height}: ${one}`);
}

it('every random page of the portal is readable', async () => {
  const portal = await openPortal(browser(), origin(), '/m/');
  const found: string[] = [];
  for (const seed of seedsOf(Math.ceil(WANTED / 2))) {
    found.push(...(await lookAt(portal, origin(), seed)));
  }
  expect(found).toEqual([]);
  expect(portal.errors).toEqual([]);
});
