import { z } from 'zod';
import {
  type Agreement,
  agreement,
  DEFAULT_AGREEMENT,
} from '../../../shared/protocol/agreement.ts';
import { line, reference, withDefault } from '../../../shared/protocol/basic.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { merchantDetails } from '../../../shared/protocol/merchant.ts';
import { FREQUENCIES } from '../../../shared/protocol/settlement.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { idTaken } from '../../merchants/applications.ts';
import { LOOKUP_TAKEN } from '../../merchants/merchant-access.ts';
import type { MerchantRecord } from '../../store/store.ts';
import { type Command, type CommandOptions, textOf, textsOf } from './command.ts';
import { inviteUser, ORIGIN_OPTION, walletOrigin } from './portal-address.ts';
import { checkInput } from './problems.ts';

const whole = (max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().max(max, `must be at most ${max}`));
const points = withDefault(whole(10_000), 0);
const minor = withDefault(whole(LIMITS.feeFixedMax), 0);

const input = z.object({
  id: withDefault(reference, ''),
  name: line(LIMITS.merchantNameMax),
  organization_id: z.string().nullish(),
  mcc: whole(9_999).nullish(),
  lookup_id: z.array(line(LIMITS.lookupIdMax)).max(LIMITS.lookupIdsMax),
  integrator: z.string().nullish(),
  currency: z.array(z.string()),
  payment_limit: whole(Number.MAX_SAFE_INTEGER).nullish(),
  auth_seconds: withDefault(whole(30 * 86_400), LIMITS.authorisationLife / SECOND),
  transaction_fee_bp: points,
  transaction_fee: minor,
  interchange_bp: points,
  scope_fee: minor,
  settlement_fee_bp: points,
  settlement_fee: minor,
  frequency: withDefault(z.string(), DEFAULT_AGREEMENT.frequency),
  start_of_day: withDefault(z.string(), DEFAULT_AGREEMENT.startOfDay),
  time_zone: withDefault(z.string(), DEFAULT_AGREEMENT.timeZone),
});
type Input = z.output<typeof input>;

/** `create-merchant`: the record, its agreement, and an account for each currency. */
export const createMerchant: Command = {
  usage: 'create-merchant --name NAME [options]',
  summary: 'create a merchant with its agreement and settlement accounts',
  words: [],
  options: [
    { name: 'name', kind: 'text', help: 'name of the business', required: true },
    { name: 'id', kind: 'text', help: 'its id; without one it is given one' },
    { name: 'organization-id', kind: 'text', help: 'number of its organisation' },
    { name: 'mcc', kind: 'text', help: 'merchant category code' },
    { name: 'lookup-id', kind: 'texts', help: 'another id to find it by; may come again' },
    { name: 'integrator', kind: 'text', help: 'id of the integrator that may act for it' },
    { name: 'currency', kind: 'texts', help: 'currency of an account (NOK); may come again' },
    { name: 'payment-limit', kind: 'text', help: 'highest single payment, minor units' },
    { name: 'auth-seconds', kind: 'text', help: 'life of an authorisation (259200)' },
    { name: 'transaction-fee-bp', kind: 'text', help: 'hundredths of a per cent (0)' },
    { name: 'transaction-fee', kind: 'text', help: 'fixed part, minor units (0)' },
    { name: 'interchange-bp', kind: 'text', help: 'for credit, hundredths of a per cent (0)' },
    { name: 'scope-fee', kind: 'text', help: 'per permission granted, minor units (0)' },
    { name: 'settlement-fee-bp', kind: 'text', help: 'of the gross, hundredths of a per cent (0)' },
    { name: 'settlement-fee', kind: 'text', help: 'per settlement, minor units (0)' },
    { name: 'frequency', kind: 'text', help: `${FREQUENCIES.join(', ')} (weekdays)` },
    { name: 'start-of-day', kind: 'text', help: 'hh:mm:ss in its time zone (00:00:00)' },
    ORIGIN_OPTION,
    { name: 'time-zone', kind: 'text', help: 'such as Europe/Oslo, which is the default' },
  ],
  makesData: true,
  async run(deps, { options }) {
    const checked = checkInput(input, fieldsOf(options));
    if (!checked.ok) return checked;
    const origin = await walletOrigin(deps, options);
    if (!origin.ok) return origin;
    const terms = agreementOf(checked.value);
    if (!terms.ok) return terms;
    const id = checked.value.id === '' ? deps.ids.short() : checked.value.id;
    const record = recordOf(id, checked.value, terms.value);
    if (!record.ok) return record;
    const store = await deps.store();
    const taken = await idTaken(store, id);
    if (taken !== null) return taken;
    const { merchants, integrators } = store;
    const { integratorId } = record.value;
    if (integratorId !== null && (await integrators.read(integratorId)) === null) {
      return refuse('Not Found', `There is no integrator ${integratorId}; create it first.`);
    }
    if ((await merchants.putRecord(record.value)) === 'taken') {
      return LOOKUP_TAKEN;
    }
    const accounts = terms.value.currencies.map((currency) => `${id}.${currency}`);
    const invited = await inviteUser(store, deps, id, origin.value);
    return answer([`merchant ${id}`, `settlement accounts ${accounts.join(' ')}`, ...invited]);
  },
};

function fieldsOf(options: CommandOptions): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const { name, kind } of createMerchant.options) {
    const value = kind === 'texts' ? textsOf(options, name) : (textOf(options, name) ?? undefined);
    fields[name.replaceAll('-', '_')] = value;
  }
  return fields;
}

function agreementOf(values: Input) {
  const checked: Readonly<Record<string, unknown>> = {
    ...DEFAULT_AGREEMENT,
    currencies: values.currency.length === 0 ? DEFAULT_AGREEMENT.currencies : values.currency,
    scopeFee: values.scope_fee,
    settlementFee: { basisPoints: values.settlement_fee_bp, fixed: values.settlement_fee },
    frequency: values.frequency,
    startOfDay: values.start_of_day,
    timeZone: values.time_zone,
  };
  return checkInput(agreement, checked);
}

function recordOf(id: string, values: Input, terms: Agreement) {
  const details = checkInput(merchantDetails, {
    organizationId: values.organization_id,
    mcc: values.mcc,
  });
  if (!details.ok) return details;
  const record: MerchantRecord = {
    id,
    name: values.name,
    terms: {
      authorisationLife: values.auth_seconds * SECOND,
      transactionFeeBasisPoints: values.transaction_fee_bp,
      transactionFeeFixed: values.transaction_fee,
      interchangeBasisPoints: values.interchange_bp,
    },
    paymentLimit: values.payment_limit ?? null,
    integratorId: values.integrator ?? null,
    lookupIds: values.lookup_id,
    details: details.value,
    agreement: terms,
  };
  return answer(record);
}
