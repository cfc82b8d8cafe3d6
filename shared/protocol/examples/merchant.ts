import type { MERCHANT_ROUTES } from '../routes/merchant.ts';
import type { SSP_USER_ROUTES, USER_ROUTES } from '../routes/user.ts';
import type { ExamplesOf } from './example.ts';

export const MERCHANT_EXAMPLES: ExamplesOf<keyof typeof MERCHANT_ROUTES> = {
  merchantRead: {
    params: { merchant_id: 'kaffebar' },
    status: 200,
    reply: {
      id: 'kaffebar',
      legal_entity: 'kaffebaren-as',
      business_name: 'Kaffebaren Løkka',
      organization_id: '999888777',
      jurisdiction: 'NO',
      mcc: 5_814,
      integrator: 'kasseint',
      settlement_account: 'kaffebar.NOK',
      auth_duration: 259_200,
      auto_release_after_auth_expire: true,
      features: [],
      profile: {
        first_address_line: 'Thorvald Meyers gate 40',
        second_address_line: '',
        postal_code: '0555',
        country: 'NO',
        description: null,
        phone_number: '4722334455',
        email: 'hei@kaffebaren.example',
        url: 'https://kaffebaren.example/',
        twitter: null,
        facebook: null,
        hours: null,
        settlement_receivers: [],
        settlement_email_xls: false,
        logo_url: '/merchant/v1/merchant/kaffebar/logo/',
      },
      application: { status: 'approved', comment: null },
      business_documents: [],
      per_payment_amount_limit: null,
      integration_type: 'api',
      approved: true,
      currencies: ['NOK'],
    },
  },
  merchantUpdate: {
    params: { merchant_id: 'kaffebar' },
    body: {
      profile: { first_address_line: 'Thorvald Meyers gate 40', postal_code: '0555' },
      business_documents: [{ gs_object_name: 'documents/lease.pdf', description: 'The lease' }],
      auto_release_after_auth_expire: true,
    },
    status: 204,
  },
  merchantLogo: { params: { merchant_id: 'kaffebar' }, status: 200 },
  merchantLookup: {
    params: { lookup_id: '999888777' },
    status: 200,
    reply: {
      id: 'kaffebar',
      business_name: 'Kaffebaren Løkka',
      organization_id: '999888777',
      jurisdiction: 'NO',
      approved: true,
    },
  },
};

export const USER_EXAMPLES: ExamplesOf<keyof typeof USER_ROUTES> = {
  userCreate: {
    body: {
      id: 'kasse-2',
      label: 'Second till',
      secret: 'change-me-2f8d1c',
      netmask: '192.0.2.0/24',
    },
    status: 201,
    reply: { id: 'kasse-2' },
  },
  userRead: {
    params: { user_id: 'kasse-2' },
    status: 200,
    reply: {
      id: 'kasse-2',
      netmask: '192.0.2.0/24',
      label: 'Second till',
      has_secret: true,
      pubkey: null,
    },
  },
  userUpdate: {
    params: { user_id: 'kasse-2' },
    body: { label: 'Till on the terrace', netmask: '' },
    status: 204,
  },
  userDelete: { params: { user_id: 'kasse-2' }, status: 204 },
};

const PERSON = { given_name: 'Sara', family_name: 'Lund', middle_name: null };

export const SSP_USER_EXAMPLES: ExamplesOf<keyof typeof SSP_USER_ROUTES> = {
  sspUserCreate: {
    body: { email: 'sara@kaffebaren.example', phone: '4740000001', name: PERSON },
    status: 201,
    reply: {
      id: 'r4t8w1zk',
      email: 'sara@kaffebaren.example',
      phone: '4740000001',
      name: PERSON,
      legal_entities: [],
      bankid: null,
    },
  },
  sspUserRead: {
    params: { merchant_ssp_user_id: 'r4t8w1zk' },
    status: 200,
    reply: {
      id: 'r4t8w1zk',
      email: 'sara@kaffebaren.example',
      phone: '4740000001',
      name: PERSON,
      legal_entities: [],
      bankid: null,
    },
  },
  sspUserDelete: { params: { merchant_ssp_user_id: 'r4t8w1zk' }, status: 204 },
};
