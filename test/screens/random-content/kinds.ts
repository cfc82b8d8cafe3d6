import { CASHIER } from './cashier.ts';
import { DISPLAY } from './customer-display.ts';
import { KIOSK } from './kiosk.ts';
import { PORTAL } from './portal.ts';
import type { ContentScreen } from './random-content.ts';
import { WALLET } from './wallet.ts';

/** Every screen that is drawn with random and with difficult content. */
export const CONTENT_SCREENS: readonly ContentScreen[] = [CASHIER, DISPLAY, KIOSK, PORTAL, WALLET];
