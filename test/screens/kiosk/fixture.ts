import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import type { KioskCommand } from '../../../shared/device/kiosk/commands.ts';
import type { KioskView } from '../../../shared/device/kiosk/contract.ts';
import { screenOf } from '../../support/screen-of.ts';
import { type KioskPage, openKiosk } from './page.ts';

export type OpenedKiosk = {
  readonly kiosk: () => KioskPage;
  readonly page: () => Page;
  /** The commands of the keys, without the reports that a customer is active. */
  pressed(): Promise<readonly KioskCommand[]>;
};

/** Opens a kiosk with this view for each test of the file. A page that reports an error fails it. */
export function kioskOfEachTest(first: KioskView): OpenedKiosk {
  const served = screenOf('kiosk');
  let current: KioskPage | null = null;
  const kiosk = () => {
    if (current === null) throw new Error('the kiosk is opened only in `beforeEach`');
    return current;
  };
  beforeEach(async () => {
    current = await openKiosk(served.browser(), served.origin(), first);
  });
  afterEach(async () => {
    const { errors, close } = kiosk();
    expect(errors).toEqual([]);
    await close();
  });
  return {
    kiosk,
    page: () => kiosk().page,
    pressed: async () => (await kiosk().commands()).filter(({ type }) => type !== 'touch'),
  };
}
