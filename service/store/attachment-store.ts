import type { Instant } from '../../shared/time/clock.ts';

/** A receipt, a list of items, or a picture, as it was uploaded. */
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
   * before, `full` when the payment would have more than it may.
   */
  add(
    upload: { readonly addressHash: string; readonly expires: Instant },
    attachments: readonly (Attachment & { readonly body: Uint8Array })[],
  ): Promise<'written' | 'used' | 'full'>;
  /** In the order of upload. */
  ofPayment(merchantId: string, tid: string): Promise<readonly Attachment[]>;
  body(merchantId: string, tid: string, id: string): Promise<Uint8Array | null>;
  /** Forgets upload addresses that ended before `now`. */
  sweep(now: Instant): Promise<void>;
}
