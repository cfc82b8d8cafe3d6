import { tokenHash } from '../../shared/node/password-hash.ts';
import type { NamedCustomer } from '../../shared/payment/create.ts';
import { parsePerson } from '../../shared/protocol/customer.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { ScanUse, Store } from '../store/store.ts';

/** The customer that a request names, and the scan that identifies the customer, if any. */
export type FoundCustomer = {
  readonly customer: NamedCustomer;
  readonly scans: readonly ScanUse[];
};

/** Resolves other names of a customer: the customer's id, or null if unknown. */
export type MoreNames = (merchantId: string, named: string, now: Instant) => Promise<string | null>;

const NO_MORE: MoreNames = async () => null;

const UNKNOWN: FoundCustomer = { customer: { kind: 'unknown' }, scans: [] };

/**
 * Finds the customer of a PersonIdentifier (D-64). Scan tokens, shortlinks and access tokens are
 * valid only for the merchant that they belong to (D-75).
 */
export async function findCustomer(
  store: Store,
  merchantId: string,
  named: string | null,
  now: Instant,
  more: MoreNames = NO_MORE,
): Promise<FoundCustomer> {
  if (named === null) return { customer: { kind: 'open' }, scans: [] };
  const person = parsePerson(named);
  switch (person.kind) {
    case 'msisdn': {
      const customer = await store.customers.byMsisdn(person.msisdn);
      return customer === null ? UNKNOWN : known(customer.id);
    }
    case 'scan_token': {
      const scan = await store.shortlinks.scanByToken(merchantId, person.token, now);
      if (scan === null) return knownOrNot(await more(merchantId, named, now));
      // The token identifies its customer for a day, even after a payment has used the scan.
      return { ...known(scan.customerId), scans: [{ kind: 'name', token: scan.token }] };
    }
    case 'shortlink_id':
      return listening(await store.shortlinks.read(merchantId, person.id));
    case 'shortlink_sn':
      return listening(await store.shortlinks.bySerial(merchantId, person.serial));
    case 'access_token': {
      const token = await store.oauth.token(tokenHash(person.token), 'access', now);
      if (token?.merchantId === merchantId) return known(token.customerId);
      return knownOrNot(await more(merchantId, named, now));
    }
  }
}

function known(customerId: string): FoundCustomer {
  return { customer: { kind: 'known', customerId }, scans: [] };
}

function knownOrNot(customerId: string | null): FoundCustomer {
  return customerId === null ? UNKNOWN : known(customerId);
}

function listening(link: { readonly id: string } | null): FoundCustomer {
  return link === null
    ? UNKNOWN
    : { customer: { kind: 'listening', shortlinkId: link.id }, scans: [] };
}
