import type { ReceiptDocument } from '../../../shared/protocol/receipt.ts';

/** The other members have the notes of all bodies. */
const OF_DOCUMENT: Readonly<Record<Exclude<keyof ReceiptDocument, 'currency'>, string>> = {
  kind: '`sale` or `refund`. The amounts of a refund are what went back, and not negative.',
  number: 'Number of the receipt as people read it.',
  refund_of:
    'Of a refund: the number of the receipt that it refunds; null where the till does not know it.',
  date: 'When it was paid or refunded, UTC.',
  language: 'Language of the receipt: `en`, `nb`, `de` or `ar`.',
  locale:
    'Language tag with the regional forms of amounts and times; null for those of the language.',
  time_zone: 'Time zone in which the receipt says the time, `Europe/Oslo`.',
  shop: 'The shop as its receipts name it.',
  head: 'Texts of the shop below its address.',
  foot: 'Texts of the shop at the end; without them the receipt thanks in its language.',
  lines: 'What was sold or refunded. Without lines the total is shown as a typed amount.',
  discount: 'Taken off everything beside the discounts of the lines, in minor units.',
  additional: 'What was paid beside the price.',
  rounding:
    'What the rounding of cash added, in minor units; negative where it made the sum smaller.',
  total: 'What moved, with tip and rounding, in minor units.',
  taxes: 'The VAT in the total, one entry for each rate.',
  method: 'How the money moved.',
  served_by: 'The person who served, or null.',
  member: 'The membership number that the customer gave; null if none was given.',
  fiscal: 'What a fiscal device said of the receipt; null without one.',
};

/** Members of receipts. */
export const RECEIPT_FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(OF_DOCUMENT).flatMap(([name, note]) => [
      [`receiptPut.${name}`, note],
      [`receiptRead.${name}`, note],
    ]),
  ),
  'shop.name': 'Name of the shop.',
  'shop.address': 'Its address in one line, or null.',
  'shop.organisation_number': 'Its organisation number, or null.',
  'lines.product_id': 'The item’s number; null for a typed amount.',
  'lines.name': 'Name of the item with its options.',
  'lines.quantity': 'How many, as decimal text.',
  'lines.gross': 'Before the discount, with VAT, in minor units; negative for returned deposits.',
  'lines.discount': 'Taken off the line, in minor units.',
  'additional.kind': '`tip` in a shop that asks for tips, else `extra`.',
  'additional.amount': 'In minor units; 0 for none.',
  'taxes.rate': 'Tax rate, a fraction as decimal text.',
  'taxes.amount': 'Tax, in minor units.',
  'method.kind': '`phone`, `cash` or `other`.',
  'method.tid': 'The payment request; null: the receipt shows none.',
  'method.received': 'What the customer handed over, in minor units; 0 if nobody typed it.',
  'method.name': 'The name that the shop gave this payment method.',
  'fiscal.state': '`signed` or `failed`.',
  'fiscal.device': 'Name of the fiscal device.',
  'fiscal.transaction': 'Number of its transaction.',
  'fiscal.time': 'When it signed, as it wrote it.',
  'fiscal.signature': 'Its signature.',
  'receiptService.link_uri':
    'The address of a receipt is this one and the percent-encoded code behind it.',
  'receiptPut.link_uri':
    'The address of a receipt is this one and the percent-encoded code behind it.',
  kept_days: 'Days for which the service keeps a receipt.',
  'receiptService.email': 'Whether the service can send receipts by e-mail.',
  'receiptPut.email': 'Whether the service can send receipts by e-mail.',
  'receiptEmail.id': 'The till’s own id of this order; the same id again sends nothing.',
  'receiptEmail.email':
    'Where the receipt goes. The service forgets it when it has sent the receipt.',
};
