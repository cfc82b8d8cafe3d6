import type { PaymentTerms } from '../../shared/payment/payment.ts';
import type { Agreement } from '../../shared/protocol/agreement.ts';
import type { MerchantDetails } from '../../shared/protocol/merchant.ts';
import type { PosInput, PosOutput, PosUpdate } from '../../shared/protocol/pos.ts';
import type { Frequency } from '../../shared/protocol/settlement.ts';

export type Merchant = {
  readonly id: string;
  readonly name: string;
  readonly terms: PaymentTerms;
  /** Maximum amount plus additional amount of one payment, minor units, or null (D-105). */
  readonly paymentLimit: number | null;
};

/** A merchant with the currencies of its settlement accounts, which are those it can sell in. */
export type SellingMerchant = Merchant & { readonly currencies: readonly string[] };

/** All data of a merchant; `Merchant` is the part that payments need. */
export type MerchantRecord = Merchant & {
  /** The one integrator that may act for it (D-05), or null. */
  readonly integratorId: string | null;
  /** Ids for lookups in addition to its organisation number (D-67). */
  readonly lookupIds: readonly string[];
  readonly details: MerchantDetails;
  readonly agreement: Agreement;
};

/** A PNG image with a tag of its bytes. */
export type Logo = { readonly image: Uint8Array; readonly etag: string };

export interface MerchantStore {
  read(merchantId: string): Promise<SellingMerchant | null>;
  /** The whole record; members that were never set have their defaults. */
  record(merchantId: string): Promise<MerchantRecord | null>;
  /**
   * Writes the whole record and creates the settlement account of each currency that has none.
   * `taken` when another merchant has one of its lookup ids; `changed` when `stored` is given and is
   * not what is stored any more. Then nothing is written.
   */
  putRecord(
    record: MerchantRecord,
    stored?: MerchantRecord,
  ): Promise<'written' | 'taken' | 'changed'>;
  /** The integrator that may act for the merchant, or null; also for an unknown merchant. */
  integratorOf(merchantId: string): Promise<string | null>;
  /** The merchant of an organisation number or another registered id; for integrators (D-67). */
  byLookupId(lookupId: string): Promise<string | null>;
  /** Ids in byte order after `after`; for the operator and for work over all merchants. */
  list(after: string | null, limit: number): Promise<readonly string[]>;
  logo(merchantId: string): Promise<Logo | null>;
  putLogo(merchantId: string, logo: Logo): Promise<void>;
  /** Writes the merchant and replaces an existing one; for seeding and administration only. */
  put(merchant: Merchant): Promise<void>;
  /** Merchants that have a user of this id; more than one is ambiguous (D-04). */
  withUser(userId: string, limit: number): Promise<readonly string[]>;
}

/** One per merchant and currency, created with the merchant. */
export type SettlementAccount = {
  readonly id: string;
  readonly merchantId: string;
  readonly currency: string;
  /** `hh:mm:ss` in the merchant's time zone (`MerchantRecord.agreement.timeZone`). */
  readonly startOfDay: string;
  readonly frequency: Frequency;
  /** Seconds. */
  readonly payoutDelay: number;
  /** IBAN or Norwegian account number, or null if not set. */
  readonly payoutAccount: string | null;
};

export interface SettlementAccountStore {
  read(merchantId: string, id: string): Promise<SettlementAccount | null>;
  /** All accounts of a merchant, by currency. */
  ofMerchant(merchantId: string): Promise<readonly SettlementAccount[]>;
  /**
   * Sets the payout account; a null frequency leaves the frequency. False without such an account.
   */
  update(
    merchantId: string,
    id: string,
    change: { readonly payoutAccount: string; readonly frequency: Frequency | null },
  ): Promise<boolean>;
  /** All merchants' accounts in byte order of their ids, for the settlement job. */
  everyMerchants(after: string | null, limit: number): Promise<readonly SettlementAccount[]>;
}

export interface PosStore {
  /** Writes a new POS; if the id is taken, returns the stored one and writes nothing. */
  create(merchantId: string, pos: PosInput): Promise<{ created: boolean; pos: PosOutput }>;
  read(merchantId: string, id: string): Promise<PosOutput | null>;
  /** Ids in byte order after `after` (D-178). */
  list(merchantId: string, after: string | null, limit: number): Promise<readonly string[]>;
  /** The ids just before `before`, or the last ones, in descending order. */
  listBack(merchantId: string, before: string | null, limit: number): Promise<readonly string[]>;
  update(merchantId: string, id: string, change: PosUpdate): Promise<boolean>;
  remove(merchantId: string, id: string): Promise<boolean>;
}
