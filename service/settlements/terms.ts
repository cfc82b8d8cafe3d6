import type { DayTerms, SettlementTerms } from '../../shared/ledger/settle.ts';
import { type Agreement, DEFAULT_AGREEMENT } from '../../shared/protocol/agreement.ts';
import type { LedgerKey } from '../store/ledger-store.ts';
import type { SettlementAccount, Store } from '../store/store.ts';

type Source = Pick<Store, 'merchants' | 'settlementAccounts'>;

/**
 * The settlement terms of a ledger: those of its account, and the merchant's agreement for the
 * rest. A currency without an account is kept and settled like the others.
 */
export async function settlementTerms(
  store: Source,
  { merchantId, currency }: LedgerKey,
): Promise<SettlementTerms> {
  const agreement = await agreementOf(store, merchantId);
  const accounts = await store.settlementAccounts.ofMerchant(merchantId);
  const account = accounts.find((one) => one.currency === currency);
  return {
    accountId: account?.id ?? `${merchantId}.${currency}`,
    payoutAccount: account?.payoutAccount ?? null,
    frequency: account?.frequency ?? agreement.frequency,
    startOfDay: account?.startOfDay ?? agreement.startOfDay,
    timeZone: agreement.timeZone,
    settlementFee: agreement.settlementFee,
    taxCode: agreement.taxcode,
  };
}

/** The time when the merchant's days begin. */
export async function dayTerms(store: Source, merchantId: string): Promise<DayTerms> {
  const { startOfDay, timeZone } = await agreementOf(store, merchantId);
  return { startOfDay, timeZone };
}

/** The account that a report covers: that of the first currency in the agreement. */
export async function reportedAccount(
  store: Source,
  merchantId: string,
): Promise<Pick<SettlementAccount, 'id' | 'currency' | 'payoutAccount'>> {
  const [currency = 'NOK'] = (await agreementOf(store, merchantId)).currencies;
  const accounts = await store.settlementAccounts.ofMerchant(merchantId);
  const own = accounts.find((account) => account.currency === currency);
  return own ?? { id: `${merchantId}.${currency}`, currency, payoutAccount: null };
}

async function agreementOf(store: Source, merchantId: string): Promise<Agreement> {
  const record = await store.merchants.record(merchantId);
  return record?.agreement ?? DEFAULT_AGREEMENT;
}
