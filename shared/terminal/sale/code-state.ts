import type { Instant } from '../../time/clock.ts';

/** This device's own code on show before its total is known. */
export type DeviceCodeView = {
  /** What the code ends in; the sale that is started with it has this id. */
  readonly id: string;
  readonly uri: string;
  readonly label?: string;
  /** `scanned`: a customer waits for the total. */
  readonly state: 'shown' | 'scanned';
  readonly opened: Instant;
};

/** A scan of this device's link that belongs to no code on show; nobody is asked by it alone. */
export type ScanView = {
  readonly token: string;
  readonly argstring: string;
  readonly at: Instant;
};
