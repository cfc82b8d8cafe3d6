import { receiptDocument, receiptService } from '../receipt.ts';
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
    ownPos: true,
    extension: true,
    summary: 'Hand over a receipt of the till',
    about:
      'The code is the one that the till prints. The same receipt again changes nothing; another content under the ' +
      'same code is refused with 409. The reply is that of `GET /receipt/`. Who has the code can read the receipt at ' +
      'its address until the service removes it.',
    body: receiptDocument,
    repeat: 'harmless',
    reply: receiptService,
    success: [201, 200],
    errors: ['validation_error', 'Not Found', 'Conflict'],
  },
} as const satisfies Record<string, Route>;
