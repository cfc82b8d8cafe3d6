import { money } from '../../money/money.ts';
import type { PERIOD_ROUTES } from '../routes/period.ts';
import type { ExamplesOf } from './example.ts';

/** The close of a day on which nothing was sold. */
const CLOSE =
  '{"v":1,"entry":2,"receipt":null,"day":"2026-11-27","fact":{"id":"c1","at":1795766400000,"by":"Ada","kind":"clo' +
  'se","number":1,"approvedBy":null,"key":"MCowBQYDK2VwAyEAXqEhJO4xTDk169WjqDXR2CZvXq3IMRkj91yiU0UrQlA=","report"' +
  ':{"till":"kasse-1","currency":"NOK","from":1795762800000,"to":1795762800000,"days":["2026-11-27"],"receipts":n' +
  'ull,"sales":{"count":0,"amount":0},"gross":0,"discounts":[],"net":0,"vat":[],"refundedVat":[],"tips":0,"roundi' +
  'ng":0,"refunds":{"count":0,"amount":0},"tenders":[],"corrections":[],"people":[],"drawer":{"opening":0,"payIn"' +
  ':{"count":0,"amount":0},"payOut":{"count":0,"amount":0},"noSale":0,"expected":0,"counts":0,"difference":0},"gr' +
  'and":{"sales":0,"refunds":0,"net":0}}},"previous":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f' +
  '00a08","hash":"eda4a451324ed9fa5f91d2ae8be0fb6f69fcd4e389786d6404cc1d9eb3921d2b","signature":"GYnIZ3JqxO2Kygwz' +
  'thZn1o26lxLFYCNdwxhF9KGDQaHqGaq8WRqEb8uPR5PFHE0V5BXAUue2PIr86bkmGr1ZBg=="}';

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
