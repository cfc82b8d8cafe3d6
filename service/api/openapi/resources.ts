/** A chapter of the reference: the resources under one or more first parts of a path. */
export type Resource = {
  readonly title: string;
  readonly about: string;
  readonly roots: readonly string[];
};

export const RESOURCES: readonly Resource[] = [
  {
    title: 'Payment requests',
    about:
      'Ask a customer for money, capture what was approved, give it back, and read what became ' +
      'of it. A request is known by pos_id and pos_tid for ever, so every call can be repeated.',
    roots: ['payment_request', 'attachment'],
  },
  {
    title: 'Permission requests',
    about: 'Ask a customer for data, or for a token that names the customer later on.',
    roots: ['permission_request'],
  },
  {
    title: 'Shortlinks',
    about: 'Printed and shown QR codes, and the scans that customers make of them.',
    roots: ['shortlink'],
  },
  {
    title: 'Points of sale',
    about: 'Tills, web shops, machines and posters, by the name that customers see.',
    roots: ['pos'],
  },
  {
    title: 'Settlements and reports',
    about: 'What was sold and paid out, with the lines behind every sum.',
    roots: [
      'settlement',
      'last_settlement',
      'settlement_account',
      'settlement_report',
      'settlement_log',
      'sales_summary',
    ],
  },
  {
    title: 'Merchants',
    about: 'What the service knows of a shop.',
    roots: ['merchant', 'merchant_lookup'],
  },
  {
    title: 'Catalogue',
    about:
      'What a shop sells. Every change is a new version, which the tills read at once. An extension: ' +
      'nothing else of this API needs it.',
    roots: ['catalogue'],
  },
  {
    title: 'Receipts',
    about:
      'Receipts of tills, which a customer opens by the code on paper or gets by e-mail. An extension: nothing ' +
      'else of this API needs it.',
    roots: ['receipt'],
  },
  {
    title: 'API users',
    about: 'Who may call for a merchant: by a secret, by an RSA key, or by both.',
    roots: ['user'],
  },
  {
    title: 'Pairing',
    about:
      'A till becomes an API user by a short code that the merchant portal gives out. An extension: ' +
      'nothing else of this API needs it.',
    roots: ['pairing'],
  },
  {
    title: 'Self-service users',
    about: 'People who may sign in to the merchant’s self-service portal.',
    roots: ['merchant_ssp_user'],
  },
  {
    title: 'Status codes',
    about: 'The catalogue of codes that an outcome can have.',
    roots: ['status_code'],
  },
  {
    title: 'OAuth',
    about: 'Sign-in by OAuth 2.0 and OpenID Connect, and the data that a customer has granted.',
    roots: ['oauth2'],
  },
];

/** The chapter of a path below the base. An unknown root becomes a separate chapter. */
export function resourceOf(path: string): Resource {
  const root = path.split('/')[1] ?? '';
  const known = RESOURCES.find(({ roots }) => roots.includes(root));
  return known ?? { title: root.replaceAll('_', ' '), about: '', roots: [root] };
}
