import type { z } from 'zod';
import { ACTION_WORDS, STATE_WORDS } from '../../../../shared/device/till-api/words.ts';
import {
  describeMembers,
  type JsonSchema,
  jsonSchema,
} from '../../../../shared/node/openapi/json-schema.ts';

import { COMMAND_FIELDS } from './command-fields.ts';

/** A JSON Schema with descriptions of its members at every depth. */
export function tillSchema(route: string, schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return describeMembers(jsonSchema(schema, io), (key, parent) => {
    const note = parent === 'state' && key === 'kind' ? null : tillFieldNote(route, parent, key);
    const said = note ?? (key === 'kind' ? wordList(STATE_WORDS) : null);
    return key === 'actions' ? `${said} ${wordList(ACTION_WORDS)}` : said;
  });
}

function wordList(words: Readonly<Record<string, string>>): string {
  const lines = Object.entries(words).map(([word, meaning]) => `\`${word}\`: ${meaning}`);
  return `${lines.join('. ')}.`;
}

/**
 * Descriptions of the till API's members by name. A name with another meaning inside a member or a
 * route is prefixed with it.
 */
const FIELDS: Readonly<Record<string, string>> = {
  api: 'Version of this API.',
  pos_id: 'Point of sale that this till is, at the service.',
  currency: 'ISO 4217. A sale’s is always the till’s; if it is sent it must be that one.',
  connection: 'Whether the service can be reached, as the last calls showed.',
  push: 'Whether the service can tell the till of changes at once; otherwise the till polls.',
  since: 'From when on.',
  'saleRead.since': 'The version that is known already; the answer comes when it is another.',
  'billRead.since': 'The version that is known already; the answer comes when it is another.',
  wait: 'Seconds to wait for a change; at once when left out.',
  obstacle: 'Why a sale cannot be started now; `none` when one can.',
  open_sales: 'Sales whose end is not known yet.',
  unclaimed: 'Results that fit no sale of this till; someone has to look at them.',
  run: 'Name of this run of the till; numbers of events begin anew with each.',
  seq: 'Number of the last event, or of this one.',
  reference: 'The register’s own name of the sale. The same call again finds the same sale.',
  amount: 'Minor units of the currency: 12500 is NOK 125.00.',
  'saleCapture.amount': 'The part to take; without it, all that is reserved is taken.',
  'unclaimed.amount': 'Minor units, when known.',
  additional_amount: 'Added to the amount, such as a tip; the customer may have changed it.',
  'saleCapture.additional_amount': 'The part of the additional amount to take; 0 when left out.',
  capture_id:
    'Names the part: the same again takes nothing twice. Without it, a repeat takes another part.',
  rest: 'What becomes of what is left. It stays reserved when left out.',
  refund_id: 'Names the refund: the same again gives nothing back twice.',
  'refundStart.sale': 'The sale of this till that is refunded.',
  'refundStart.tid': 'Or the payment request at the service, of any till.',
  'refundStart.receipt_code':
    'Or the code on a receipt: of this till that was paid by phone, or of a phone payment at another till of the shop that hands its receipts over.',
  'refundStart.amount':
    'Additional amounts included. Without it and without `lines`, all that is left is refunded.',
  'refundStart.lines':
    'The sold lines that the customer returns: the till derives what they cost, with their discounts and VAT.',
  'lines.index': 'Place of the line in the sold lines, from 0.',
  'refunds.lines': 'The sold lines that the refund returns; left out for a refund of an amount.',
  'refundStart.id': 'The refund’s id.',
  'refunds.id': 'The refund’s id.',
  'refundStart.state': 'How far it is; `sentence` says why the service refused it.',
  'refunds.state': 'How far it is; `sentence` says why the service refused it.',
  'refundStart.sentence': 'Why the service refused it, as the service says it.',
  'refundable.sale': 'A sale of this till.',
  'refundable.tid': 'Or a payment request at the service, of any till.',
  'refundable.bill':
    'Or a bill of this till: all of its tenders that were paid. The books have them also when the till has forgotten the bill.',
  'refundable.receipt_code':
    'Or the code on a receipt: of this till, or of a phone payment at another till of the shop that hands its receipts over.',
  'refundable.currency': 'ISO 4217.',
  tenders: 'Each payment with what is left of it, the one that was paid first at the beginning.',
  'tenders.tender': 'Id of the tender in its bill; null if the payment belongs to none.',
  'tenders.method':
    'How it was paid. `refunds/` refunds payments by phone, `commands/refund_receipt/` the others.',
  'tenders.name': 'The name that the shop gave the method.',
  'method.name': 'The name that the shop gave it: a card, a gift card, an invoice.',
  'tenders.sale': 'The sale of a payment by phone, if it is known.',
  'tenders.tid': 'Its payment request at the service; null for other tenders.',
  'tenders.receipt': 'Number of its receipt in the books of this till; null if none is known.',
  'tenders.amount': 'What is left, minor units, with the tip.',
  'tenders.tip': 'The part of the amount that is a tip.',
  'tenders.lines':
    'The lines of which a refund can return something, each with the most that it can return. Several together can cost more than the amount. None: the payment cannot be refunded by line, or only an amount is left.',
  refunds: 'The last refunds of this till, newest first.',
  approver: 'Who allowed it; it is written into the journal.',
  codes: 'Codes that wait for their total, oldest first.',
  'codes.id': 'What the code ends in; a sale of method `device_code` names it.',
  'codes.state': '`scanned`: a customer waits for the total.',
  opened: 'When it was opened.',
  scans: 'Scans of this device’s link that belong to no code; the newest first.',
  'scans.token': 'Names the customer; for a sale of method `scan_token`.',
  argstring: 'What followed the link.',
  text: 'Shown to the customer.',
  'log.text': 'The sentence of a line that came from the service.',
  lines:
    'The bill: 1 to 100 lines whose totals are the amount; on the customer’s phone and receipt.',
  'lines.product_id': 'The register’s own name of what is sold.',
  description: 'What the customer reads.',
  vat_rate: 'Fraction below 1 as text: `"0.25"` is 25 %.',
  quantity: 'A decimal number above 0 as text: `"2"` or `"0.25"`.',
  vat: 'The tax in the line’s total, minor units, as the rate gives it.',
  item_cost:
    'Price of one with tax, minor units, before anything is taken off; negative for a returned deposit.',
  total:
    'What the line comes to with tax, minor units, less its discounts: at most quantity times `item_cost`.',
  method: 'How the customer is reached.',
  msisdn: 'Phone number with country code, digits only.',
  token: 'A scan token: the customer’s own code as it was read, or an earlier scan.',
  'hello.token': 'The token, when the upgrade did not carry it in `Authorization`.',
  sticker: 'A printed code, by the number on it or by the service’s id.',
  serial: 'The number that is printed on it.',
  'sticker.id': 'Id of its shortlink.',
  code: 'A code of this device that is on show already; a new one when left out.',
  mode: 'What becomes of the money once the customer has approved.',
  order: '`deposit`: reserves, delivers, takes what was delivered; `pay_first`: takes, delivers.',
  additional: 'An amount besides the price, such as a tip.',
  edit: 'Whether the customer may change it.',
  label: 'A table or a name, for people at the till.',
  place: 'Where the sale is shown; the main screen has room for one.',
  kind: 'Which of them.',
  open: '`true`: only sales whose end is not known; `false`: only ended ones.',
  sales: 'Open sales first, then those that ended last, newest first.',
  id: 'Id of the sale, made here; the service has it as `pos_tid`.',
  version: 'Changes whenever anything of the sale does.',
  number: 'Running number on this till, for people.',
  receipt: 'Number of its receipt in the books of this till; null until it is booked.',
  tid: 'Id of the payment request at the service, once it is known.',
  money: 'Where the money is, as the service said last; additional amounts included.',
  asked: 'What the request asks for, with the additional amount as the customer has set it.',
  authorised: 'Reserved now: it can still be captured.',
  captured: 'Captured, before refunds.',
  released: 'Approved by the customer and never captured.',
  refunded: 'Refunded after it was captured.',
  net: 'Captured less refunded: what the customer has paid in the end.',
  renewal: 'How long a reservation lasts, while there is one to be kept.',
  'renewal.state': '`due`: renew it now or lose it; `under_way`: it was asked for.',
  from: 'From when on it is due.',
  expires: 'When it ends.',
  state: 'The till’s word for the sale, with what belongs to it.',
  uri: 'What the code on the screen holds.',
  because: 'Why; a refusal of the service has its sentence.',
  what: 'What has expired: the request, or the reservation.',
  'state.code': 'The code of the service.',
  'state.at': 'When the money was taken.',
  item: 'What the machine delivers.',
  missing: 'What was paid and not delivered.',
  refund: 'Whether it is being refunded, or a person must do it.',
  known: 'What is certain all the same.',
  asking: 'What the till is asking the service.',
  next_try: 'When it asks again.',
  sentence: 'As the service says it.',
  'because.kind': 'Which reason.',
  final: 'Whether nothing more can happen to the money.',
  actions: 'What may be done with the sale now.',
  aside: 'Not on the main screen.',
  started: 'When it was started.',
  log: 'What has happened, for people.',
  at: 'When.',
  key: 'What happened.',
  pos_tid: 'The sale that the result names, which this till does not have.',
  status_code: 'How it ended, in the codes of the service.',
  status: 'The till as a whole.',
  sale: 'The sale as it is now.',
  bill: 'The bill that has changed.',
  bills: 'Open bills, the one that was opened first at the beginning.',
  type: 'Which frame this is.',
  after: 'Number of the last event that the register has handled.',
  by: 'The person at the register, for the books and reports of the till; “Cash register” when left out.',
  error_type: 'What went wrong, for programs.',
  error_description: 'What went wrong, for people.',
};

/** The same for the members of a bill in lists and events. */
const BILL_FIELDS: Readonly<Record<string, string>> = {
  id: 'The id that the register or the screen gave the bill when it opened it.',
  version: 'Grows with every change.',
  state: '`cleared`: nobody pays it, or its lines have moved to another bill.',
  name: 'The name of a table; null for a bill without one. Open bills have different names.',
  total: 'With VAT, after all discounts.',
  due: 'Left to pay, without what is being paid now.',
  line_count: 'How many lines the bill has.',
  changed: 'When it was changed last.',
  sale: 'The sale of the phone payment; null if there is none.',
};

/** The same for the members of questions. */
const QUESTION_FIELDS: Readonly<Record<string, string>> = {
  question_id: 'Names the question: the same call again asks nothing twice.',
  id: 'The question’s id, or the id of an option.',
  texts: 'The words in each language; the others show the English ones.',
  en: 'English.',
  nb: 'Norwegian.',
  de: 'German.',
  ar: 'Arabic.',
  form: 'What the customer can answer, with its bounds.',
  kind: 'The kind of form or answer.',
  options: 'What the customer can choose.',
  option: 'The id of the chosen option.',
  least: 'The smallest number.',
  most: 'The largest number.',
  unit: '`money`: the number is minor units of the till’s currency.',
  longest: 'The longest text.',
  fallback: 'The answer at the deadline; none when left out.',
  yes: 'True for yes.',
  value: 'What the customer has typed.',
  seconds: 'How long the customer has.',
  state:
    '`open`: the customer is being asked. `answered`. `deadline`: the time was over, and the fallback is the answer. `skipped`: a person at the till went on without waiting. `cancelled`: the register has withdrawn it.',
  answer: 'The answer; null if there is none.',
};

/** A member of a part of the API that has descriptions of its own. */
const noteIn = (
  fields: Readonly<Record<string, string>>,
  place: string,
  name: string,
): string | null => fields[`${place}.${name}`] ?? fields[name] ?? null;

/** The description of a member; null without one. */
export function tillFieldNote(route: string, parent: string | null, name: string): string | null {
  // A bill is read in the form in which its commands answer it.
  const isReadBill = route === 'billRead' && name !== 'wait' && name !== 'since';
  if (route.startsWith('command_') || isReadBill) {
    return noteIn(COMMAND_FIELDS, parent ?? route, name);
  }
  if (parent === 'bill' || parent === 'bills') return BILL_FIELDS[name] ?? null;
  if (route.startsWith('question') && name !== 'wait') return QUESTION_FIELDS[name] ?? null;
  const inner = parent === null ? undefined : FIELDS[`${parent}.${name}`];
  return inner ?? FIELDS[`${route}.${name}`] ?? FIELDS[name] ?? null;
}
