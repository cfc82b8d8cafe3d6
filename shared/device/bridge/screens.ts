import type { Instant } from '../../time/clock.ts';

/** A browser that may open this till: what it was let in for, and its name in no language, such as `Firefox, Windows`. */
export type ScreenView = {
  readonly id: string;
  readonly kind: 'cashier' | 'kiosk' | 'display';
  readonly name: string;
  readonly firstSeen: Instant;
  readonly lastSeen: Instant;
  /** A page of it is connected now. */
  readonly isOpen: boolean;
};

/** The screens of the till, as one of them shows them. */
export type ScreensView = {
  /** The id of the screen that shows this; of no one in the list if it is the till's own window. */
  readonly own: string;
  /** The one that was used least recently first. */
  readonly list: readonly ScreenView[];
};
