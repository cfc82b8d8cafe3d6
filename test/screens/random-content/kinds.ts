import { CASHIER } from './cashier.ts';
import { CASHIER_DESK } from './cashier-desk.ts';
import { DISPLAY } from './customer-display.ts';
import { KIOSK } from './kiosk.ts';
import { OAUTH } from './oauth.ts';
import { PORTAL } from './portal.ts';
import type { ContentScreen } from './random-content.ts';
import { REACT } from './react.ts';
import { WALLET } from './wallet.ts';

/** Every screen that is drawn with random and with difficult content. */
export const CONTENT_SCREENS: readonly ContentScreen[] = [
  CASHIER,
  CASHIER_DESK,
  DISPLAY,
  KIOSK,
  PORTAL,
  WALLET,
  OAUTH,
  REACT,
];
