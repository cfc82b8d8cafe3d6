import { receiptDocument, receiptEmailInput, receiptInput, receiptService } from '../receipt.ts';
import type { Route } from './route.ts';

/** Receipts of tills, by link and by e-mail (D-360), an extension of the specification. */
export const RECEIPT_ROUTES = {
  receiptService: {
    name: 'receiptService',
    method: 'GET',
    path: '/receipt/',
    level: 'SECRET',
    extension: true,
    summary: 'Read the address of receipts, and whether the service sends them by e-mail',
    reply: receiptService,
    success: [200],
    errors: [],
  },
  receiptPut: {
    name: 'receiptPut',
    method: 'PUT',
    path: '/pos/:pos_id/receipt/:code/',
    level: 'SECRET',
    extension: true,
    summary: 'Hand over a receipt of the till',
    about:
      'The code is the one that the till prints. The same receipt again changes nothing; another content under the ' +
      'same code is refused with 409. The reply is that of `GET /receipt/`. Who has the code can read the receipt at ' +
      'its address until the service removes it. `number` is the one that the code names. The page and the e-mail show ' +
      'the name of the merchant and the texts of its catalogue in place of `shop`, `head` and `foot`.',
    body: receiptInput,
    repeat: 'harmless',
    reply: receiptService,
    success: [201, 200],
    errors: ['validation_error', 'Not Found', 'Conflict'],
  },
  receiptRead: {
    name: 'receiptRead',
    method: 'GET',
    path: '/pos/:pos_id/receipt/:code/',
    level: 'SECRET',
    extension: true,
    summary: 'Read a receipt of any till of the shop',
    about:
      'Another till of the shop finds the payment of a receipt by the code on its paper (D-423). 404: no till of this ' +
      'shop has handed over a receipt with this code, or the service has removed it.',
    reply: receiptDocument,
    success: [200],
    errors: ['Not Found'],
  },
  receiptEmail: {
    name: 'receiptEmail',
    method: 'POST',
    path: '/pos/:pos_id/receipt/:code/email/',
    level: 'SECRET',
    extension: true,
    summary: 'Send a receipt by e-mail',
    about:
      'The service keeps the order until the mail server has taken the message, and then forgets the ' +
      'address. A repeat of the id changes nothing, whatever its address. 404: the service does not have this receipt ' +
      'of this till; hand it over first. 409: the service sends no e-mail. 429: the receipt was sent too often, or the ' +
      'shop sends too much in an hour.',
    body: receiptEmailInput,
    repeat: 'harmless',
    success: [202],
    errors: ['validation_error', 'Not Found', 'Conflict', 'Too Many Requests'],
  },
} as const satisfies Record<string, Route>;
