import { afterEach, expect, it } from 'vitest';
import { leavePages } from '../../support/reused-page.ts';
import { screenOf } from '../../support/screen-of.ts';
import { type Office, openPortal } from './page.ts';

const served = screenOf('portal');
afterEach(() => leavePages(served.browser()));

const writes = ({ calls }: Office) => calls.filter((call) => !call.startsWith('GET '));

it('a user is not shown as removed, and the session ends, while another action has no answer', async () => {
  const portal = await openPortal(served.browser(), served.origin(), '/m/users/kasse-1');
  const { page, office } = portal;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/users/kasse-1/secret', (route) => answered.then(() => route.fallback()));
  for (const name of ['New secret', 'Remove user']) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect([writes(office), new URL(page.url()).pathname]).toEqual([[], '/m/users/kasse-1']);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to your shop' }).waitFor();
  expect(writes(office)).toEqual(['DELETE /session {}']);
  answer();
});

it('sign-out without a session, as the second of two quick presses, shows no problem', async () => {
  const { page, office } = await openPortal(served.browser(), served.origin(), '/m/');
  const sentence = 'You are not signed in.';
  office.answers.set('DELETE /session', [401, { error_description: sentence }]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to your shop' }).waitFor();
  expect(await page.getByText(sentence).count()).toBe(0);
});
