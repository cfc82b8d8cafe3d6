import type { NamedCustomer } from '../../shared/payment/create.ts';
import { parsePerson } from '../../shared/protocol/customer.ts';
import type { Instant } from '../../shared/time/clock.ts';
import { tokenHash } from '../oauth/token-hash.ts';
import type { Effects, Store } from '../store/store.ts';

/** Whom a request names, and the scan that it uses up by naming it. */
export type FoundCustomer = {
  readonly customer: NamedCustomer;
  readonly scan?: NonNullable<Effects['scan']>;
};

const UNKNOWN: FoundCustomer = { customer: { kind: 'unknown' } };

/**
 * Finds the customer of a PersonIdentifier (D-64). Scan tokens, shortlinks and access tokens are
 * worth something to the merchant alone that they belong to; to others they name nobody (D-75).
 */
export async function findCustomer(
  store: Store,
  merchantId: string,
  named: string | null,
  now: Instant,
): Promise<FoundCustomer> {
  if (named === null) return { customer: { kind: 'open' } };
  const person = parsePerson(named);
  switch (person.kind) {
    case 'msisdn': {
      const customer = await store.customers.byMsisdn(person.msisdn);
      return customer === null ? UNKNOWN : known(customer.id);
    }
    case 'scan_token': {
      const scan = await store.shortlinks.scanByToken(merchantId, person.token, now);
      if (scan === null) return UNKNOWN;
      // The token names its customer for a day, also when a request has used the scan before.
      return { ...known(scan.customerId), scan: { token: scan.token, exclusive: false } };
    }
    case 'shortlink_id':
      return listening(await store.shortlinks.read(merchantId, person.id));
    case 'shortlink_sn':
      return listening(await store.shortlinks.bySerial(merchantId, person.serial));
    case 'access_token': {
      const token = await store.oauth.token(tokenHash(person.token), 'access', now);
      return token?.merchantId === merchantId ? known(token.customerId) : UNKNOWN;
    }
  }
}

function known(customerId: string): FoundCustomer {
  return { customer: { kind: 'known', customerId } };
}

function listening(link: { readonly id: string } | null): FoundCustomer {
  return link === null ? UNKNOWN : { customer: { kind: 'listening', shortlinkId: link.id } };
}
