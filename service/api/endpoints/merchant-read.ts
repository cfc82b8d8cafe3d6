import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { MerchantOutput } from '../../../shared/protocol/merchant.ts';
import { merchantProfile } from '../../../shared/protocol/merchant.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { visibleMerchant } from '../../merchants/visible.ts';
import type { MerchantRecord } from '../../store/store.ts';
import type { ApiDeps } from '../deps.ts';
import type { Handler } from '../endpoint.ts';

/** The same for a merchant that is unknown and for one that is none of the caller's (D-26). */
export const NO_MERCHANT = 'There is no merchant of this id.';

/** `GET /merchant/<merchant_id>/` (D-69). */
export const merchantRead: Handler<'merchantRead'> = async ({ context, caller, params }) => {
  const record = await visibleMerchant(context.store, caller, params.merchant_id);
  if (record === null) return refuse('Not Found', NO_MERCHANT);
  return answer({ status: 200, body: await outputOf(record, context) });
};

async function outputOf(record: MerchantRecord, deps: ApiDeps): Promise<MerchantOutput> {
  const { store } = deps;
  const { details, terms } = record;
  const accounts = await store.settlementAccounts.ofMerchant(record.id);
  // The first currency of the agreement is the merchant's own.
  const [currency] = record.agreement.currencies;
  const account = accounts.find((found) => found.currency === currency) ?? accounts[0];
  const logo = await store.merchants.logo(record.id);
  const logoUrl = deps.profile.basePath + pathOf('merchantLogo', { merchant_id: record.id });
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
  };
}
