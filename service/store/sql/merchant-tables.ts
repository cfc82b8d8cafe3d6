import { type Agreement, DEFAULT_AGREEMENT } from '../../../shared/protocol/agreement.ts';
import { type MerchantDetails, NO_DETAILS } from '../../../shared/protocol/merchant.ts';
import { FREQUENCIES, type Frequency } from '../../../shared/protocol/settlement.ts';
import type {
  Integrator,
  Merchant,
  MerchantRecord,
  SellingMerchant,
  SettlementAccount,
} from '../store.ts';
import { type Row, readInteger, readIntegerOrNull, readText, readTextOrNull } from './rows.ts';

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
  putRest: `UPDATE merchant SET integrator_id = ?, details = ?, agreement = ?, legal_entity = ?
    WHERE id = ?`,
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
    // A merchant that was written before a field existed has the field's default.
    details: { ...NO_DETAILS, ...details },
    agreement: { ...DEFAULT_AGREEMENT, ...agreement },
  };
}

/** The organisation number is always a lookup id (D-67). */
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

export const LOGO_SQL = {
  logo: 'SELECT image, etag FROM merchant_logo WHERE merchant_id = ?',
  putLogo: `INSERT INTO merchant_logo (merchant_id, image, etag) VALUES (?, ?, ?)
    ON CONFLICT (merchant_id) DO UPDATE SET image = excluded.image, etag = excluded.etag`,
};

export const LOOKUP_SQL = {
  of: 'SELECT lookup_id FROM merchant_lookup WHERE merchant_id = ? ORDER BY lookup_id',
  find: 'SELECT merchant_id FROM merchant_lookup WHERE lookup_id = ?',
  forget: 'DELETE FROM merchant_lookup WHERE merchant_id = ?',
  put: 'INSERT INTO merchant_lookup (lookup_id, merchant_id) VALUES (?, ?)',
};

export const INTEGRATOR_SQL = {
  read: 'SELECT id, name, netmask, public_key FROM integrator WHERE id = ?',
  put: `INSERT INTO integrator (id, name, netmask, public_key) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, netmask = excluded.netmask,
      public_key = excluded.public_key`,
  list: 'SELECT id, name, netmask, public_key FROM integrator WHERE id > ? ORDER BY id LIMIT ?',
};

export function integratorOf(row: Row): Integrator {
  return {
    id: readText(row, 'id'),
    name: readText(row, 'name'),
    netmask: readTextOrNull(row, 'netmask'),
    publicKey: readText(row, 'public_key'),
  };
}

export const COLUMNS =
  'id, merchant_id, currency, start_of_day, frequency, payout_delay, payout_account';

export const ACCOUNT_SQL = {
  make: `INSERT INTO settlement_account (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, NULL)
    ON CONFLICT (merchant_id, currency) DO NOTHING`,
  read: `SELECT ${COLUMNS} FROM settlement_account WHERE merchant_id = ? AND id = ?`,
  ofMerchant: `SELECT ${COLUMNS} FROM settlement_account WHERE merchant_id = ? ORDER BY currency`,
  everyMerchants: `SELECT ${COLUMNS} FROM settlement_account WHERE id > ? ORDER BY id LIMIT ?`,
  update: `UPDATE settlement_account SET payout_account = ?, frequency = COALESCE(?, frequency)
    WHERE merchant_id = ? AND id = ?`,
};

export function accountOf(row: Row): SettlementAccount {
  return {
    id: readText(row, 'id'),
    merchantId: readText(row, 'merchant_id'),
    currency: readText(row, 'currency'),
    startOfDay: readText(row, 'start_of_day'),
    frequency: frequencyOf(readText(row, 'frequency')),
    payoutDelay: readInteger(row, 'payout_delay'),
    payoutAccount: readTextOrNull(row, 'payout_account'),
  };
}

export function frequencyOf(text: string): Frequency {
  const known = FREQUENCIES.find((frequency) => frequency === text);
  if (known === undefined) throw new TypeError('column frequency has an unknown value');
  return known;
}

export const POS_SQL = {
  insert: `INSERT INTO pos (merchant_id, id, body) VALUES (?, ?, ?)
    ON CONFLICT (merchant_id, id) DO NOTHING`,
  read: 'SELECT body FROM pos WHERE merchant_id = ? AND id = ?',
  list: 'SELECT id FROM pos WHERE merchant_id = ? AND id > ? ORDER BY id LIMIT ?',
  listBack: `SELECT id FROM pos WHERE merchant_id = ? AND id < ?
    ORDER BY id DESC LIMIT ?`,
  listLast: 'SELECT id FROM pos WHERE merchant_id = ? ORDER BY id DESC LIMIT ?',
  update: 'UPDATE pos SET body = ? WHERE merchant_id = ? AND id = ?',
  remove: 'DELETE FROM pos WHERE merchant_id = ? AND id = ?',
};
