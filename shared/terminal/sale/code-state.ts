import type { Instant } from '../../time/clock.ts';

/** A code that this device shows before the total is known. */
export type DeviceCodeView = {
  /** The end of the code's address. The sale that is started with it has this id. */
  readonly id: string;
  readonly uri: string;
  readonly label?: string;
  /** `scanned`: a customer waits for the total. */
  readonly state: 'shown' | 'scanned';
  readonly opened: Instant;
};

/** A scan of this device's link without a code that the till shows. It does not start a request. */
export type ScanView = {
  readonly token: string;
  readonly argstring: string;
  readonly at: Instant;
};
