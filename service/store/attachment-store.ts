import type { Instant } from '../../shared/time/clock.ts';

/** An uploaded receipt, list of items, or picture. */
export type Attachment = {
  readonly id: string;
  readonly merchantId: string;
  readonly tid: string;
  readonly contentType: string;
  readonly size: number;
  readonly at: Instant;
};

export interface AttachmentStore {
  /**
   * Writes all parts of one upload, once per upload address. `used` when the address was used
   * before, `full` when the payment would exceed its limit.
   */
  add(
    upload: { readonly addressHash: string; readonly expires: Instant },
    attachments: readonly (Attachment & { readonly body: Uint8Array })[],
  ): Promise<'written' | 'used' | 'full'>;
  /** In the order of upload. */
  ofPayment(merchantId: string, tid: string): Promise<readonly Attachment[]>;
  body(merchantId: string, tid: string, id: string): Promise<Uint8Array | null>;
  /** Removes upload addresses that expired before `now`. */
  sweep(now: Instant): Promise<void>;
}
