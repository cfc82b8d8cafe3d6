import { type Agreement, DEFAULT_AGREEMENT } from '../../../shared/protocol/agreement.ts';
import { type MerchantDetails, NO_DETAILS } from '../../../shared/protocol/merchant.ts';
import type { Merchant, MerchantRecord, SellingMerchant } from '../store.ts';
import { type Row, readIntegerOrNull, readText, readTextOrNull } from './rows.ts';

export const MERCHANT_SQL = {
  read: `SELECT id, name, terms, payment_limit, (SELECT string_agg(currency, ' ' ORDER BY currency)
    FROM settlement_account WHERE merchant_id = merchant.id) AS currencies
    FROM merchant WHERE id = ?`,
  put: `INSERT INTO merchant (id, name, terms, payment_limit) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, terms = excluded.terms,
      payment_limit = excluded.payment_limit`,
  withUser: 'SELECT merchant_id FROM api_user WHERE id = ? ORDER BY merchant_id LIMIT ?',
  record: `SELECT id, name, terms, payment_limit, integrator_id, details, agreement
    FROM merchant WHERE id = ?`,
  putRest: 'UPDATE merchant SET integrator_id = ?, details = ?, agreement = ? WHERE id = ?',
  integrator: 'SELECT integrator_id FROM merchant WHERE id = ?',
  list: 'SELECT id FROM merchant WHERE id > ? ORDER BY id LIMIT ?',
};

export function recordOf(row: Row, lookupIds: readonly string[]): MerchantRecord {
  const merchant = merchantOf(row);
  const details: MerchantDetails = JSON.parse(readTextOrNull(row, 'details') ?? '{}');
  const agreement: Agreement = JSON.parse(readTextOrNull(row, 'agreement') ?? '{}');
  return {
    ...merchant,
    integratorId: readTextOrNull(row, 'integrator_id'),
    lookupIds: lookupIds.filter((id) => id !== details.organizationId),
    // A merchant from before a field has the field's default.
    details: { ...NO_DETAILS, ...details },
    agreement: { ...DEFAULT_AGREEMENT, ...agreement },
  };
}

/** The organisation's number is a lookup id by itself (D-67). */
export function lookupIdsOf(record: MerchantRecord): readonly string[] {
  const { organizationId } = record.details;
  return [...new Set([...(organizationId === null ? [] : [organizationId]), ...record.lookupIds])];
}

export function agreementOf(row: Row | undefined): Agreement {
  const stored = row === undefined ? null : readTextOrNull(row, 'agreement');
  return stored === null ? DEFAULT_AGREEMENT : { ...DEFAULT_AGREEMENT, ...JSON.parse(stored) };
}

/** The merchant of a row of `MERCHANT_SQL.read`. */
export function sellingMerchantOf(row: Row): SellingMerchant {
  const currencies = readTextOrNull(row, 'currencies');
  return { ...merchantOf(row), currencies: currencies === null ? [] : currencies.split(' ') };
}

function merchantOf(row: Row): Merchant {
  const terms: Merchant['terms'] = JSON.parse(readText(row, 'terms'));
  const paymentLimit = readIntegerOrNull(row, 'payment_limit');
  return { id: readText(row, 'id'), name: readText(row, 'name'), terms, paymentLimit };
}
