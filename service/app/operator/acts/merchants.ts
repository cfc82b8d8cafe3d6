import { z } from 'zod';
import {
  type MoneyInteger,
  subtract,
  toDecimalString,
  ZERO,
} from '../../../../shared/money/money.ts';
import {
  type Agreement,
  agreement,
  DEFAULT_AGREEMENT,
} from '../../../../shared/protocol/agreement.ts';
import {
  dateTime,
  line,
  optional,
  reference,
  withDefault,
} from '../../../../shared/protocol/basic.ts';
import { answer, refuse } from '../../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { merchantDetails, merchantUpdateInput } from '../../../../shared/protocol/merchant.ts';
import { validate } from '../../../../shared/protocol/validation.ts';
import { SECOND } from '../../../../shared/time/clock.ts';
import { formatDateTime } from '../../../../shared/time/date-time.ts';
import { idTaken } from '../../../merchants/applications.ts';
import { readLogo } from '../../../merchants/logo.ts';
import {
  changedMerchant,
  changeMerchant,
  LOOKUP_TAKEN,
} from '../../../merchants/merchant-access.ts';
import type { Settlement } from '../../../store/ledger-store.ts';
import { paged } from '../../../store/pages.ts';
import { STORAGE_KINDS } from '../../../store/storage-store.ts';
import {
  type ActDeps,
  act,
  fileBytes,
  merchant,
  named,
  nextOf,
  noMerchant,
  page,
  publicOrigin,
} from '../act.ts';
import { invitation, invited } from '../invitation.ts';

const points = (what: string) =>
  withDefault(agreement.shape.settlementFee.shape.basisPoints, 0).describe(
    `${what}, hundredths of a per cent.`,
  );
const minor = (what: string) =>
  withDefault(agreement.shape.scopeFee, ZERO).describe(`${what}, minor units.`);
/** The word that removes a company or an integrator. */
const NONE = 'none';

const unknownIntegrator = (id: string) =>
  refuse('Not Found', `There is no integrator ${id}; create it first.`);

/** How many rows and bytes a merchant has stored, by kind. */
async function storedBy({ store }: Pick<ActDeps, 'store'>, id: string) {
  const kinds = [];
  for (const kind of STORAGE_KINDS) kinds.push({ kind, ...(await store.storage.of(id, kind)) });
  return kinds;
}

function inMajor({ number, start, end, currency, sums }: Settlement) {
  const major = (amount: MoneyInteger) => toDecimalString(amount, currency);
  return {
    number,
    start: formatDateTime(start),
    end: formatDateTime(end),
    currency,
    gross: major(sums.gross),
    fees: major(subtract(sums.gross, sums.net)),
    payout: major(sums.payout),
    carried: major(sums.after),
  };
}

export const MERCHANT_ACTS = {
  merchantCreate: act({
    method: 'POST',
    path: '/merchants/',
    summary: 'Create a merchant with its agreement and settlement accounts',
    about:
      'The reply has the address at which its first user is created, as that of an invitation.',
    input: z.strictObject({
      name: line(LIMITS.merchantNameMax).describe('Name of the business.'),
      id: optional(reference).describe('Its id; without one it is given one.'),
      organization_id: merchantDetails.shape.organizationId.describe('Number of its organisation.'),
      mcc: merchantDetails.shape.mcc.describe('Merchant category code.'),
      lookup_ids: withDefault(
        z.array(line(LIMITS.lookupIdMax)).max(LIMITS.lookupIdsMax),
        [],
      ).describe('Other ids to find it by.'),
      integrator: optional(named).describe('Id of the integrator that may act for it.'),
      currencies: withDefault(agreement.shape.currencies, DEFAULT_AGREEMENT.currencies).describe(
        'Currencies of its settlement accounts; NOK when left out.',
      ),
      payment_limit: optional(z.int().min(0)).describe('Highest single payment, minor units.'),
      auth_seconds: withDefault(
        z
          .int()
          .min(0)
          .max(30 * 86_400),
        LIMITS.authorisationLife / SECOND,
      ).describe('Life of an authorisation, seconds.'),
      transaction_fee_bp: points('Fee of a payment'),
      transaction_fee: minor('Fixed fee of a payment'),
      interchange_bp: points('Interchange, for credit'),
      scope_fee: minor('Fee of a permission that is granted'),
      settlement_fee_bp: points('Fee of a settlement, of its gross'),
      settlement_fee: minor('Fixed fee of a settlement'),
      frequency: withDefault(agreement.shape.frequency, DEFAULT_AGREEMENT.frequency).describe(
        'How often it is settled.',
      ),
      start_of_day: withDefault(agreement.shape.startOfDay, DEFAULT_AGREEMENT.startOfDay).describe(
        '`hh:mm:ss` in its time zone.',
      ),
      time_zone: withDefault(agreement.shape.timeZone, DEFAULT_AGREEMENT.timeZone).describe(
        'Such as Europe/Oslo.',
      ),
      public_origin: publicOrigin,
    }),
    output: z.object({
      id: z.string().describe('The id of the merchant.'),
      settlement_accounts: z.array(z.string()).describe('The ids of its settlement accounts.'),
      ...invitation.shape,
    }),
    success: 201,
    errors: ['Not Found', 'Conflict'],
    async run(deps, input) {
      const { store } = deps;
      const id = input.id ?? deps.ids.short();
      const terms: Agreement = {
        ...DEFAULT_AGREEMENT,
        currencies: input.currencies,
        scopeFee: input.scope_fee,
        settlementFee: { basisPoints: input.settlement_fee_bp, fixed: input.settlement_fee },
        frequency: input.frequency,
        startOfDay: input.start_of_day,
        timeZone: input.time_zone,
      };
      const taken = await idTaken(store, id);
      if (taken !== null) return taken;
      const { integrator } = input;
      if (integrator !== null && (await store.integrators.read(integrator)) === null) {
        return unknownIntegrator(integrator);
      }
      const details = { organizationId: input.organization_id, mcc: input.mcc };
      const record = {
        id,
        name: input.name,
        terms: {
          authorisationLife: input.auth_seconds * SECOND,
          transactionFeeBasisPoints: input.transaction_fee_bp,
          transactionFeeFixed: input.transaction_fee,
          interchangeBasisPoints: input.interchange_bp,
        },
        paymentLimit: input.payment_limit,
        integratorId: integrator,
        lookupIds: input.lookup_ids,
        details: merchantDetails.parse(details),
        agreement: terms,
      };
      if ((await store.merchants.putRecord(record)) === 'taken') return LOOKUP_TAKEN;
      const settlement_accounts = terms.currencies.map((currency) => `${id}.${currency}`);
      return answer({ id, settlement_accounts, ...(await invited(deps, id, input.public_origin)) });
    },
  }),
  merchantList: act({
    method: 'GET',
    path: '/merchants/',
    summary: 'List the merchants',
    input: z.strictObject({
      stored: withDefault(z.boolean(), false).describe(
        'Also rows and bytes of its payments, receipts, attachments, closed periods and pictures; reads all of them.',
      ),
      ...page(named),
    }),
    output: z.object({
      merchants: z.array(
        z.object({
          id: z.string().describe('The id.'),
          name: z.string().describe('Name of the business.'),
          integrator: z.string().nullable().describe('The integrator that may act for it.'),
          stored: z
            .array(z.object({ kind: z.string(), count: z.int(), bytes: z.int() }))
            .describe('What it has stored, if that was asked for.'),
        }),
      ),
      next: nextOf(z.string()),
    }),
    success: 200,
    errors: [],
    async run(deps, { stored, after, limit }) {
      const ids = await deps.store.merchants.list(after, limit + 1);
      const { rows, next } = paged(ids, limit, (id) => id);
      const merchants = [];
      for (const id of rows) {
        const found = await deps.store.merchants.record(id);
        if (found === null) continue;
        const kinds = stored ? await storedBy(deps, id) : [];
        merchants.push({ id, name: found.name, integrator: found.integratorId, stored: kinds });
      }
      return answer({ merchants, next });
    },
  }),
  merchantSet: act({
    method: 'POST',
    path: '/merchants/:merchant/',
    summary: 'Change a merchant’s profile, documents, company, currencies and ended authorisations',
    about: 'What is left out stays as it is (D-69, D-76, D-100, D-105).',
    input: z.strictObject({
      merchant,
      auto_release: optional(z.boolean()).describe('An ended authorisation is released.'),
      profile: merchantUpdateInput.shape.profile.describe('The members of its profile.'),
      business_documents: merchantUpdateInput.shape.business_documents.describe('Its documents.'),
      legal_entity: optional(line(LIMITS.lookupIdMax)).describe(
        `Id of the company that owns it, or \`${NONE}\`.`,
      ),
      currencies: withDefault(z.array(z.string()), []).describe(
        'Currencies that it gets beside those it has, each with a settlement account.',
      ),
    }),
    output: z.object({
      id: z.string().describe('The id of the merchant.'),
      legal_entity: z.string().nullable().describe('The company that owns it.'),
      currencies: z.array(z.string()).describe('All its currencies.'),
      auto_release: z.boolean().describe('Whether an ended authorisation is released.'),
    }),
    success: 200,
    errors: ['Not Found', 'Conflict'],
    async run({ store }, { merchant: id, legal_entity: company, currencies: more, ...input }) {
      const { auto_release: auto_release_after_auth_expire, ...rest } = input;
      const done = await changeMerchant(store, id, (record) => {
        const all = [...new Set([...record.agreement.currencies, ...more])];
        const currencies = validate(agreement.pick({ currencies: true }), { currencies: all });
        if (!currencies.ok) return currencies;
        const changed = changedMerchant(record, { ...rest, auto_release_after_auth_expire });
        const owner = company === NONE ? null : (company ?? changed.details.legalEntity);
        const details = { ...changed.details, legalEntity: owner };
        return answer({
          ...changed,
          details,
          agreement: { ...record.agreement, ...currencies.value },
        });
      });
      if (!done.ok) return done;
      const { details, agreement: terms, terms: own } = done.value;
      const auto_release = own.autoRelease ?? true;
      const { currencies } = terms;
      return answer({ id, legal_entity: details.legalEntity, currencies, auto_release });
    },
  }),
  merchantIntegrator: act({
    method: 'POST',
    path: '/merchants/:merchant/integrator/',
    summary: 'Say which integrator may act for a merchant',
    about: 'One integrator at a time (D-05).',
    input: z.strictObject({
      merchant,
      integrator: named.describe(`The id of the integrator, or \`${NONE}\`.`),
    }),
    output: z.object({ id: z.string().describe('The id of the merchant.') }),
    success: 200,
    errors: ['Not Found', 'Conflict'],
    async run({ store }, { merchant: id, integrator }) {
      const integratorId = integrator === NONE ? null : integrator;
      if (integratorId !== null && (await store.integrators.read(integratorId)) === null) {
        return unknownIntegrator(integratorId);
      }
      const done = await changeMerchant(store, id, (record) => answer({ ...record, integratorId }));
      return done.ok ? answer({ id }) : done;
    },
  }),
  merchantLogo: act({
    method: 'POST',
    path: '/merchants/:merchant/logo/',
    summary: 'Set the logo of a merchant, a PNG image',
    input: z.strictObject({ merchant, file: fileBytes }),
    file: { member: 'file', type: 'image/png', bytesMax: LIMITS.logoBytesMax },
    output: z.object({ id: z.string().describe('The id of the merchant.'), bytes: z.int() }),
    success: 200,
    errors: ['Not Found'],
    async run(deps, { merchant: id, file }) {
      const logo = readLogo(file);
      if (!logo.ok) return logo;
      const missing = await noMerchant(deps, id);
      if (missing !== null) return missing;
      await deps.store.merchants.putLogo(id, logo.value);
      return answer({ id, bytes: file.length });
    },
  }),
  settlementList: act({
    method: 'GET',
    path: '/merchants/:merchant/settlements/',
    summary: 'List the settlements of a merchant',
    input: z.strictObject({
      merchant,
      ...page(
        z
          .int()
          .min(0)
          .max(2 ** 31 - 1),
      ),
    }),
    output: z.object({
      settlements: z.array(
        z.object({
          number: z.int().describe('The number of the settlement.'),
          start: dateTime.describe('UTC.'),
          end: dateTime.describe('UTC.'),
          currency: z.string(),
          gross: z.string().describe('In major units, as the other amounts.'),
          fees: z.string().describe('All fees, the tax on fees, and interchange.'),
          payout: z.string(),
          carried: z.string().describe('What the next settlement begins with.'),
        }),
      ),
      next: nextOf(z.int()),
    }),
    success: 200,
    errors: ['Not Found'],
    async run(deps, { merchant: id, after, limit }) {
      const missing = await noMerchant(deps, id);
      if (missing !== null) return missing;
      const numbers = await deps.store.settlements.list(id, after ?? 0, limit + 1);
      const { rows, next } = paged(numbers, limit, (number) => number);
      const settlements = [];
      for (const number of rows) {
        const found = await deps.store.settlements.read(id, number);
        if (found !== null) settlements.push(inMajor(found));
      }
      return answer({ settlements, next });
    },
  }),
};
