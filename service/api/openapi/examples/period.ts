import { money } from '../../../../shared/money/money.ts';
import type { PERIOD_ROUTES } from '../../../../shared/protocol/routes/period.ts';
import type { ExamplesOf } from './example.ts';

/** The close of a day on which nothing was sold. */
const CLOSE =
  '{"v":1,"entry":2,"receipt":null,"day":"2026-11-27","fact":{"id":"c1","at":1795766400000,"by":"Ada","kind":"close",' +
  '"number":1,"approvedBy":null,"report":{"till":"kasse-1","currency":"NOK","from":1795762800000,"to":1795762800000,' +
  '"days":["2026-11-27"],"receipts":null,"sales":{"count":0,"amount":0},"gross":0,"discounts":[],"net":0,"vat":[],' +
  '"refundedVat":[],"tips":0,"rounding":0,"refunds":{"count":0,"amount":0},"tenders":[],"corrections":[],"people":[],' +
  '"drawer":{"opening":0,"payIn":{"count":0,"amount":0},"payOut":{"count":0,"amount":0},"noSale":0,"expected":0,' +
  '"counts":0,"difference":0},"grand":{"sales":0,"refunds":0,"net":0}}},' +
  '"previous":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","hash":"57a8fc98ccfca6cea64b9623e42f8629ab3dab080279c2cbfd75e260ad9ab9fa","signature":null}';

export const PERIOD_EXAMPLES: ExamplesOf<keyof typeof PERIOD_ROUTES> = {
  periodPut: {
    params: { pos_id: 'kasse-1', number: '1' },
    body: {
      close: CLOSE,
      continues: '0'.repeat(64),
      payments: [
        {
          tid: '8WhJfHYLzJ2',
          day: '2026-11-27',
          captured: money(12_500),
          tip: money(500),
          refunded: money(0),
        },
      ],
    },
    status: 204,
  },
};
