import type { Handlers } from '../commands/handlers.ts';
import type { Printing } from './printing.ts';

/** The commands on the printer. */
export const printingCommands = (printing: Printing): Handlers<'printing'> => ({
  print_receipt: ({ saleId, started }) =>
    started === undefined ? printing.receipt(saleId) : printing.earlierReceipt(saleId, started),
  print_test_page: () => printing.testPage(),
  print_day: ({ day }) => printing.daySlip(day),
  print_job: ({ jobId, act }) => printing[act](jobId),
  print_seen: ({ notice }) => printing.seen(notice),
});
