/** Members of the pairing of tills. */
export const PAIRING_FIELDS: Readonly<Record<string, string>> = {
  'pairing.code': 'As the merchant portal shows it; case, blanks and dashes do not matter.',
  'pairing.body.pubkey':
    'RSA public key of a pair that the till made itself. With it the till signs; without it the ' +
    'reply has a secret.',
  device: 'What the till calls itself, for the list in the portal.',
  merchant_id: 'The merchant that the till now takes payments for.',
  user_id: 'The till’s API user.',
  'pairing.reply.secret': 'The till’s secret, told here and never again; null where it signs.',
  rights: '`sales`, or `refunds` for a till that may also give money back by its signature.',
  'pairing.reply.pos_id': 'The point of sale that the till is; it is made where it was missing.',
  pos_name: 'Its name, as customers see it.',
  shortlink_id: 'A shortlink of the till’s own, with its `ws:` channel as callback address.',
  shortlink_url: 'What comes before `/s/<shortlink_id>/` in a code.',
  shop: 'What a receipt begins with.',
  'shop.name': 'Name of the shop.',
  'shop.address': 'The shop’s address in one line.',
  'shop.organisation_number': 'The company’s registered number.',
  'pairing.reply.currency': 'The first currency of the merchant’s agreement.',
  time_zone: 'The merchant’s time zone.',
};
