import { z } from 'zod';
import { decodeText } from '../../../../shared/csv/decode.ts';
import { dateTime, optional, withDefault } from '../../../../shared/protocol/basic.ts';
import { type Answer, answer } from '../../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import {
  createCustomer,
  customerName,
  customerView,
  eraseCustomer,
  importCustomers,
  listCustomers,
  readCustomer,
  setBlocked,
  setCredit,
  typedNumber,
} from '../../../customers/administration.ts';
import { exportCustomer } from '../../../customers/export-customer.ts';
import { paged } from '../../../store/pages.ts';
import type { CustomerRecord } from '../../../store/store.ts';
import { act, fileBytes, named, nextOf, page } from '../act.ts';

const customer = named.describe('The id, or the phone number as people write it.');
const number = typedNumber.describe(
  'The phone number with its country code, as people write it: `+47 987 65 432`.',
);

/** A customer in an answer. */
export const customerOutput = z.object({
  id: z.string().describe('The id; it never changes.'),
  msisdn: z.string().nullable().describe('The phone number; null after an erasure.'),
  name: z.string().describe('The name; empty for an invited or erased customer.'),
  status: z
    .enum(['invited', 'active', 'blocked', 'erased'])
    .describe('Only an active customer can sign in and pay.'),
  allow_credit: z.boolean().describe('Whether the customer may pay by credit.'),
  created: dateTime.describe('UTC, `YYYY-MM-DD hh:mm:ss`.'),
  terms: z
    .object({
      version: z.string().describe('The version of your terms.'),
      accepted: dateTime.describe('When the customer accepted it, UTC.'),
    })
    .nullable()
    .describe('The accepted terms; null for a customer that you created.'),
});

async function shown(changed: Promise<Answer<CustomerRecord>>) {
  const done = await changed;
  return done.ok ? answer(customerView(done.value)) : done;
}

const MADE = {
  method: 'POST',
  output: customerOutput,
  success: 201,
  errors: ['Conflict'],
} as const;
const CHANGED = { ...MADE, success: 200, errors: ['Not Found', 'Conflict'] } as const;
const READ = { method: 'GET', success: 200, errors: ['Not Found'] } as const;

export const CUSTOMER_ACTS = {
  customerList: act({
    ...READ,
    path: '/customers/',
    summary: 'List or search the customers',
    about: 'The order is that of the ids. A search reads all customers.',
    errors: [],
    input: z.strictObject({
      text: optional(named).describe('Only customers whose number or name contains it.'),
      ...page(named),
    }),
    output: z.object({ customers: z.array(customerOutput), next: nextOf(z.string()) }),
    async run(deps, { text, after, limit }, gone) {
      const query = { text: text ?? '', after, limit: limit + 1, gone: gone() };
      const { rows, next } = paged(await listCustomers(deps, query), limit, ({ id }) => id);
      return answer({ customers: rows.map(customerView), next });
    },
  }),
  customerCreate: act({
    ...MADE,
    path: '/customers/',
    summary: 'Create a customer, who can sign in at once',
    input: z.strictObject({
      msisdn: number,
      name: customerName.describe('The name.'),
      allow_credit: withDefault(z.boolean(), false).describe('May pay by credit.'),
    }),
    run: (deps, { msisdn, name, allow_credit: allowCredit }) =>
      shown(createCustomer(deps, { msisdn, name, allowCredit }, 'active')),
  }),
  customerInvite: act({
    ...MADE,
    path: '/customers/invite/',
    summary: 'Permit a number to register',
    input: z.strictObject({ msisdn: number }),
    run: (deps, { msisdn }) =>
      shown(createCustomer(deps, { msisdn, name: '', allowCredit: false }, 'invited')),
  }),
  customerImport: act({
    method: 'POST',
    path: '/customers/import/',
    summary: 'Create the customers of a CSV file',
    about: `The columns are msisdn, name and allow_credit (yes or no), which may be left out. A wrong row refuses the
whole file, and nobody is created. A number that has a customer already stays as it is, so after a lost reply send the same
file again (D-504). One import runs at a time.`,
    input: z.strictObject({ file: fileBytes }),
    file: { member: 'file', type: 'text/csv', bytesMax: LIMITS.importBytesMax },
    output: z.object({
      created: z.int().describe('Customers that were created.'),
      present: z.int().describe('Numbers that had a customer already.'),
    }),
    success: 200,
    errors: ['Too Many Requests'],
    alone: true,
    run: (deps, { file }) => importCustomers(deps, decodeText(file)),
  }),
  customerRead: act({
    ...READ,
    path: '/customers/:customer/',
    summary: 'Find a customer by id or phone number',
    input: z.strictObject({ customer }),
    output: customerOutput,
    run: (deps, { customer: who }) => shown(readCustomer(deps, who)),
  }),
  customerExport: act({
    ...READ,
    path: '/customers/:customer/export/',
    summary: 'Read all data of a customer',
    about: 'Beside the customer, the reply has a list for each kind of data.',
    input: z.strictObject({ customer }),
    output: z.looseObject({ customer: customerOutput }),
    aboutId: ({ customer: { id } }) => id,
    run: (deps, { customer: who }) => exportCustomer(deps.store, who),
  }),
  customerBlock: act({
    ...CHANGED,
    path: '/customers/:customer/block/',
    summary: 'Refuse a customer like an unknown one',
    input: z.strictObject({ customer }),
    run: (deps, { customer: who }) => shown(setBlocked(deps, who, 'blocked')),
  }),
  customerUnblock: act({
    ...CHANGED,
    path: '/customers/:customer/unblock/',
    summary: 'Accept a blocked customer again',
    input: z.strictObject({ customer }),
    run: (deps, { customer: who }) => shown(setBlocked(deps, who, 'active')),
  }),
  customerCredit: act({
    ...CHANGED,
    path: '/customers/:customer/credit/',
    summary: 'Allow or forbid a customer to pay by credit',
    input: z.strictObject({ customer, allow_credit: z.boolean().describe('May pay by credit.') }),
    run: (deps, { customer: who, allow_credit }) => shown(setCredit(deps, who, allow_credit)),
  }),
  customerErase: act({
    ...CHANGED,
    path: '/customers/:customer/erase/',
    summary: 'Remove the personal data of a customer; this cannot be undone',
    input: z.strictObject({
      customer,
      confirm: z
        .literal(true, 'must be true: the data cannot be restored')
        .describe('Confirms the erasure: the data cannot be restored.'),
    }),
    output: z.object({ id: z.string().describe('The id, which stays as the pseudonym.') }),
    async run(deps, { customer: who }) {
      const erased = await eraseCustomer(deps, who);
      return erased.ok ? answer({ id: erased.value }) : erased;
    },
  }),
};
