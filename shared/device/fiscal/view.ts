import type { FiscalFailure, WithoutDevice } from '../../books/fiscal.ts';

/** What a screen says about the fiscal device. */
export type FiscalView = {
  readonly without: WithoutDevice;
  /** Why the device did not do what was asked last; null while it works. */
  readonly problem: FiscalFailure | null;
  /** Receipts and refunds that wait for its signature. */
  readonly unsigned: number;
};
