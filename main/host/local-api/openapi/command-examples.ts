import { quantity } from '../../../../shared/bill/quantity.ts';
import type { RegisterBody, RegisterCommand } from '../../../../shared/device/till-api/commands.ts';
import { tenderId } from '../../../../shared/ids/host-ids.ts';
import { money } from '../../../../shared/money/money.ts';

const by = 'Kari';
const reason = 'Cold';
/** Twelve notes of 100.00. */
const counted = [{ value: money(10_000), count: 12 }];

const CORTADO = {
  kind: 'goods',
  product: 'cortado',
  name: 'Cortado',
  unit: 'piece',
  quantity: quantity(2_000),
  price: money(6_250),
  vatRate: '0.25',
  options: [],
  note: null,
} as const;

/**
 * What a register sends with each of its commands, for the page and the reference. A command without an example does not
 * compile. A test gives them over both carriers at a till that has what they name.
 */
export const COMMAND_EXAMPLES: { readonly [Name in RegisterCommand]: RegisterBody<Name> } = {
  open_code: { label: 'Table 4' },
  close_code: { codeId: '18-2m8x4k6z0q1w3e5r' },
  history: { filter: { text: '125', states: 'paid', day: '2026-11-27' } },
  day: { day: '2026-11-27' },
  read_goods: {},
  bill: {
    id: 'r-2041-1',
    bill: 'table-4-118',
    version: 0,
    by,
    act: { act: 'open', name: 'Table 4', lines: [CORTADO] },
  },
  pay_bill: {
    id: 'r-2041-2',
    bill: 'table-7',
    version: 1,
    by,
    amount: money(12_500),
    tip: money(0),
    method: { kind: 'cash', received: money(20_000) },
  },
  drawer: { id: 'float-2026-11-27', by, act: { act: 'float', amount: money(50_000) } },
  count_drawer: { id: 'count-2026-11-27', by, counted, reason: 'Counted twice' },
  read_report: { period: null },
  print_report: { period: null, on: 'printer', by },
  receipts: { filter: { text: 'Bread', tender: 'cash', from: '2026-11-27' } },
  read_receipt: { receipt: 1 },
  find_receipt: { receipt: 1 },
  open_receipt: { code: 'kasse-1-R1.mq3v9x0a4bd7k2w8z5c1nf' },
  find_tender: { tender: tenderId('r-2040') },
  print_booked: { receipt: 1 },
  print_refund: { refund: 'return-118' },
  refund_receipt: {
    id: 'r-2040-back',
    by,
    approver: 'Marte',
    receipt: 1,
    lines: null,
    amount: money(4_500),
    tip: money(0),
    reason,
  },
  find_bill: { bill: 'table-9' },
  refund_bill: {
    id: 'r-2042-back',
    by,
    approver: 'Marte',
    bill: 'table-9',
    lines: [{ line: 0, quantity: 1_000 }],
    reason,
  },
  close_period: {
    id: 'close-2026-11-27',
    by,
    counted,
    keep: money(20_000),
    openBills: [{ id: 'table-7', version: 1 }],
    reason: 'Counted twice',
  },
  email_receipt: {
    of: { kind: 'tender', id: tenderId('r-2040') },
    id: 'mail-118',
    email: 'guest@example.com',
  },
  print_receipt: { saleId: '17-8k2m0q4z6x1c3v5b' },
  print_test_page: {},
  print_day: { day: '2026-11-27' },
  read_scale: {},
  set_scale: { act: 'tare' },
};
