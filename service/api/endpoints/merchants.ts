import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { type MerchantOutput, merchantProfile } from '../../../shared/protocol/merchant.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import {
  changedMerchant,
  changeMerchant,
  visibleMerchant,
} from '../../merchants/merchant-access.ts';
import type { MerchantRecord } from '../../store/store.ts';
import type { ApiDeps } from '../deps.ts';
import type { Handler } from '../endpoint.ts';

/** Used for an unknown merchant and for a merchant that the caller has no access to (D-26). */
export const NO_MERCHANT = 'There is no merchant of this id.';

/** `GET /merchant/<merchant_id>/` (D-69). */
export const merchantRead: Handler<'merchantRead'> = async ({ deps, caller, params }) => {
  const record = await visibleMerchant(deps.store, caller, params.merchant_id);
  if (record === null) return refuse('Not Found', NO_MERCHANT);
  return answer({ status: 200, body: await outputOf(record, deps) });
};

async function outputOf(
  record: MerchantRecord,
  deps: Pick<ApiDeps, 'store' | 'addresses'>,
): Promise<MerchantOutput> {
  const { store } = deps;
  const { details, terms } = record;
  const accounts = await store.settlementAccounts.ofMerchant(record.id);
  // The first currency of the agreement is the merchant's own.
  const [currency] = record.agreement.currencies;
  const account = accounts.find((candidate) => candidate.currency === currency) ?? accounts[0];
  const logo = await store.merchants.logo(record.id);
  const logoUrl = deps.addresses().basePath + pathOf('merchantLogo', { merchant_id: record.id });
  return {
    id: record.id,
    legal_entity: details.legalEntity,
    business_name: record.name,
    organization_id: details.organizationId,
    jurisdiction: details.jurisdiction,
    mcc: details.mcc,
    integrator: record.integratorId,
    settlement_account: account?.id ?? null,
    auth_duration: Math.round(terms.authorisationLife / SECOND),
    auto_release_after_auth_expire: terms.autoRelease ?? true,
    features: details.features,
    profile: {
      ...(details.profile ?? merchantProfile.parse({})),
      logo_url: logo === null ? null : logoUrl,
    },
    application: details.application,
    business_documents: details.businessDocuments,
    per_payment_amount_limit: record.paymentLimit,
    integration_type: details.integrationType,
    approved: details.approved,
    currencies: record.agreement.currencies,
  };
}

/** `PUT /merchant/<merchant_id>/`, for the merchant's integrator (D-69). Takes effect at once. */
export const merchantUpdate: Handler<'merchantUpdate'> = async ({ deps, caller, params, body }) => {
  const { store } = deps;
  const visible = await visibleMerchant(store, caller, params.merchant_id);
  if (visible === null) return refuse('Not Found', NO_MERCHANT);
  const changed = await changeMerchant(store, visible.id, (record) =>
    record.integratorId === visible.integratorId
      ? answer(changedMerchant(record, body))
      : refuse('Not Found', NO_MERCHANT),
  );
  return changed.ok ? answer({ status: 204, body: undefined }) : changed;
};

/**
 * `GET /merchant/<merchant_id>/logo`, with and without a trailing slash (D-68). Answers 304 if
 * `If-None-Match` names the current image.
 */
export const merchantLogo: Handler<'merchantLogo'> = async ({ deps, caller, params, header }) => {
  const visible = await visibleMerchant(deps.store, caller, params.merchant_id);
  const logo = visible === null ? null : await deps.store.merchants.logo(visible.id);
  if (logo === null) return refuse('Not Found', 'There is no such merchant, or it has no logo.');
  const etag = `"${logo.etag}"`;
  const headers = { etag, 'cache-control': 'private, no-cache' };
  if (names(header('if-none-match'), etag))
    return answer({ status: 304, body: undefined, headers });
  return answer({ status: 200, body: undefined, bytes: logo.image, headers });
};

/** Weak comparison, as `If-None-Match` requires. */
function names(ifNoneMatch: string | null, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/**
 * `GET /merchant_lookup/<lookup_id>/`: for integrators; the reply has only the members that they
 * need (D-67).
 */
export const merchantLookup: Handler<'merchantLookup'> = async ({ deps, params }) => {
  const { merchants } = deps.store;
  const merchantId = await merchants.byLookupId(params.lookup_id);
  const record = merchantId === null ? null : await merchants.record(merchantId);
  if (record === null) return refuse('Not Found', 'No merchant is registered under this id.');
  const { details } = record;
  return answer({
    status: 200,
    body: {
      id: record.id,
      business_name: record.name,
      organization_id: details.organizationId,
      jurisdiction: details.jurisdiction,
      approved: details.approved,
    },
  });
};
