import { money } from '../../money/money.ts';
import type { PERIOD_ROUTES } from '../routes/period.ts';
import type { ExamplesOf } from './example.ts';

/** The close of a day on which nothing was sold. */
const CLOSE =
  '{"v":1,"entry":2,"receipt":null,"day":"2026-11-27","fact":{"id":"c1","at":1795766400000,"by":"Ada","kind":"clo' +
  'se","number":1,"approvedBy":null,"key":"MCowBQYDK2VwAyEA0WePqIqRKUrlTrSfGr8Q4RlzEEe7eXHGdDmrEOAmCkM=","report"' +
  ':{"till":"kasse-1","currency":"NOK","from":1795762800000,"to":1795762800000,"days":["2026-11-27"],"receipts":n' +
  'ull,"sales":{"count":0,"amount":0},"gross":0,"discounts":[],"returned":[],"payouts":{"count":0,"amount":0},"ne' +
  't":0,"vat":[],"refundedVat":[],"tips":0,"rounding":0,"refunds":{"count":0,"amount":0},"tenders":[],"correction' +
  's":[],"people":[],"drawer":{"opening":0,"payIn":{"count":0,"amount":0},"payOut":{"count":0,"amount":0},"noSale' +
  '":0,"expected":0,"counts":0,"difference":0},"grand":{"sales":0,"refunds":0,"net":0}}},"previous":"9f86d081884c' +
  '7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","hash":"afb8fa82ac560a636953b26dc9cde0b75c4a4188c7e993a9' +
  'b42959ac030cfbd1","signature":"Amke9hC1pRUJ03RkW6+eFV5Yauk4WR1EMYFOMBjKGoz69OJFASRP1PBeUxEz4uL2SNf4g0msC6gvpfg' +
  'h1WJQCw=="}';

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
    status: 200,
    reply: { receipts_left_out: [] },
  },
};
