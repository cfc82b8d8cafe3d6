import { formatLocal } from '../../ledger/calendar.ts';
import { byRate, isSomething, sumOf as sumOfRates, unrated } from '../../lines/divide.ts';
import { exponentOf } from '../../money/currency.ts';
import { type MoneyInteger, money, subtract, toDecimalString, ZERO } from '../../money/money.ts';
import { roundedRateOf, statedRate } from '../../money/vat.ts';
import { type Answer, answer, refuse } from '../../protocol/errors.ts';
import type { Instant } from '../../time/clock.ts';
import { NO_BOOKS, reduceBooks, reportOf } from '../books.ts';
import type { BookEntry, BookedMethod, BookFact, BookLine, PeriodReport } from '../entry.ts';
import { cut, shortIds } from './short-ids.ts';
import { type Element, xmlDocument } from './xml.ts';

/*
 * SAF-T Cash Register 1.00, the file in which a Norwegian cash register hands over its data: the Tax Administration
 * publishes its schema, code lists and an example. Written from the books alone (D-311).
 */

const NAMESPACE = 'urn:StandardAuditFile-Taxation-CashRegister:NO';
const ID_MAX = 35;

export type CashRegisterFileOptions = {
  readonly company: {
    /** Nine digits of a Norwegian company. */
    readonly organisation: string;
    readonly name: string;
  };
  /** First and last business day, `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly created: Instant;
  readonly software: { readonly name: string; readonly version: string };
};

/** Levels of the file that are written child by child, down to each event and transaction of the register. */
const STREAMED_LEVELS = 4;

/**
 * The file for the business days of a range, in pieces, because a year of a large shop is longer than a text can be
 * (D-548). `entries` are the books from their beginning, because employees, goods and
 * the counts of a period that began before the range are found in them. `Bad Request` for books without their first
 * entry, for a currency with more than the two decimals that the format has, and for one that its list does not have.
 */
export function cashRegisterFile(
  entries: readonly BookEntry[],
  options: CashRegisterFileOptions,
): Answer<Iterable<string>> {
  const begin = entries[0]?.fact;
  if (begin?.kind !== 'begin') return NO_BEGINNING;
  if (exponentOf(begin.currency) > 2) return TOO_FINE;
  if (LATER_CURRENCIES.has(begin.currency)) return UNKNOWN_CURRENCY;
  const written = entries.filter(({ day }) => day >= options.from && day <= options.to);
  return answer(
    xmlDocument(auditFile(entries, written, begin, options), NAMESPACE, STREAMED_LEVELS),
  );
}

const NO_BEGINNING = refuse(
  'Bad Request',
  'The first entry of the books is missing. Export from the complete folder of the till.',
);
const TOO_FINE = refuse(
  'Bad Request',
  'SAF-T Cash Register has two decimals, and the currency of these books has three.',
);

/** Currencies that are not in the list of version 1.00: most of them are younger than it. */
const LATER_CURRENCIES: ReadonlySet<string> = new Set(
  'AFN AZN BYN GHS MRU MZN RON RSD RUB SDG SLE SSP STN TMT TRY UYI VED VES ZMW ZWG'.split(' '),
);
const UNKNOWN_CURRENCY = refuse(
  'Bad Request',
  'SAF-T Cash Register 1.00 has no code for the currency of these books. Choose another format.',
);

type Begin = Extract<BookFact, { readonly kind: 'begin' }>;

function auditFile(
  all: readonly BookEntry[],
  written: readonly BookEntry[],
  begin: Begin,
  options: CashRegisterFileOptions,
): Element {
  const { company } = options;
  const writer = createWriter(begin, options, all);
  // The codes, persons and goods stand before the entries in which they are found.
  for (const _ of entriesIn(writer, written));
  return [
    'auditfile',
    [
      header(begin, options),
      [
        'company',
        [
          ['companyIdent', cut(company.organisation, ID_MAX)],
          ['companyName', cut(company.name, 100)],
          ['taxRegistrationCountry', 'NO'],
          ['taxRegIdent', cut(`${company.organisation}MVA`, 50)],
          ['vatCodeDetails', writer.vatCodes()],
          ['employees', writer.employees()],
          ['articles', writer.articles()],
          ['basics', writer.basics()],
          [
            'location',
            [
              ['name', cut(company.name, 100)],
              ['cashregister', registerOf(begin, writer, written)],
            ],
          ],
        ],
      ],
    ],
  ];
}

/** The events of a register, and then its transactions, each made when it is written. */
function* entriesIn(
  writer: ReturnType<typeof createWriter>,
  written: readonly BookEntry[],
): Generator<Element> {
  for (const entry of written) yield writer.event(entry);
  for (const entry of written) yield* writer.transaction(entry);
}

function* registerOf(
  begin: Begin,
  writer: ReturnType<typeof createWriter>,
  written: readonly BookEntry[],
): Generator<Element> {
  yield ['registerID', cut(begin.till, 100)];
  yield* entriesIn(writer, written);
}

function header(begin: Begin, options: CashRegisterFileOptions): Element {
  const { from, to, created, timeZone, software } = options;
  const [date, time] = local(created, timeZone);
  return [
    'header',
    [
      ['fiscalYear', from.slice(0, 4)],
      ['startDate', from],
      ['endDate', to],
      ['curCode', begin.currency],
      ['dateCreated', date],
      ['timeCreated', time],
      ['softwareDesc', cut(software.name, 100)],
      ['softwareVersion', cut(software.version, 20)],
      ['softwareCompanyName', cut(software.name, 100)],
      ['auditfileVersion', '1.00'],
    ],
  ];
}

function local(at: Instant, timeZone: string): readonly [date: string, time: string] {
  const [date = '', time = ''] = formatLocal(at, timeZone).split(' ');
  return [date, time];
}

/** A code of the file, and the code of the Tax Administration's list that it stands for. */
type Basic = {
  readonly type: string;
  readonly id: string;
  readonly standard: string | null;
  readonly name: string;
};

const basic = (type: string, id: string, standard: string | null, name: string): Basic => ({
  type,
  id,
  standard,
  name,
});

/** The books name no groups of goods, so all goods are in one. */
const GOODS = basic('04', 'GOODS', '04999', 'Goods and services');
const SALE_LINE = basic('05', 'SALE', null, 'Sold line');
const REFUND_LINE = basic('05', 'RETURN', null, 'Refunded line');
const TIP_LINE = basic('05', 'TIP', null, 'Tip');
const TIP = basic('10', 'TIPRAISE', '10001', 'Tip');
const SALE = basic('11', 'CASHSALE', '11001', 'Sale');
const REFUND = basic('11', 'REFUND', '11006', 'Refund');
const PAYOUT = basic('11', 'DEPOSITPAYOUT', '11999', 'Payout of returned deposits');
const PHONE = basic('12', 'PHONE', '12011', 'Payment by phone');
const CASH = basic('12', 'CASH', '12001', 'Cash');
const EVENTS = {
  begin: basic('13', 'BEGIN', '13999', 'The books begin'),
  receipt: basic('13', 'RECEIPT', '13012', 'Receipt'),
  refund: basic('13', 'REFUNDRECEIPT', '13013', 'Receipt of a refund'),
  correction: basic('13', 'CORRECTION', '13999', 'Line removed, reduced or cleared'),
  float: basic('13', 'FLOAT', '13999', 'Float'),
  pay_in: basic('13', 'PAYIN', '13999', 'Pay-in'),
  pay_out: basic('13', 'PAYOUT', '13019', 'Pay-out'),
  no_sale: basic('13', 'NOSALE', '13005', 'Drawer opened without a sale'),
  count: basic('13', 'COUNT', '13999', 'Drawer counted'),
  x_report: basic('13', 'XREPORT', '13008', 'X report'),
  fiscal: basic('13', 'FISCAL', '13999', 'Fiscal device'),
  close: basic('13', 'ZREPORT', '13009', 'Z report'),
} as const;
const FIXED: readonly Basic[] = [
  GOODS,
  SALE_LINE,
  REFUND_LINE,
  TIP_LINE,
  TIP,
  SALE,
  REFUND,
  PAYOUT,
  PHONE,
  CASH,
  ...Object.values(EVENTS),
];

/** Standard codes of Norwegian VAT rates, in hundredths of a per cent. Another rate has code 0, as has none. */
const STANDARD_VAT: Readonly<Record<number, string>> = {
  2500: '3',
  1500: '31',
  1200: '33',
  1111: '32',
  0: '5',
};

/** Hands out the codes while it writes the entries; so it must be asked for them afterwards. */
function createWriter(begin: Begin, options: CashRegisterFileOptions, all: readonly BookEntry[]) {
  const { timeZone, company } = options;
  const amount = (minor: MoneyInteger) => {
    const text = toDecimalString(minor, begin.currency);
    return text.includes('.') ? text : `${text}.00`;
  };
  const personId = shortIds(ID_MAX);
  const productId = shortIds(ID_MAX);
  const basicId = shortIds(ID_MAX);
  for (const { id } of FIXED) basicId(id);

  const { xReports, tips } = reportsOf(all);
  const people = new Map<string, Instant>();
  const products = new Map<string, { readonly name: string; readonly at: Instant }>();
  const others = new Map<string, Basic>();
  const reasons = new Map<string, Basic>();
  const rates = new Map<string, string | null>();

  function person(name: string, at: Instant): string {
    if (!people.has(name)) people.set(name, at);
    return personId(name);
  }

  function product(line: BookLine, at: Instant): readonly Element[] {
    if (line.product === null) return [];
    if (!products.has(line.product)) products.set(line.product, { name: line.name, at });
    return [['artID', productId(line.product)]];
  }

  function vatCode(rate: string | null): string {
    const known = statedRate(rate) === null ? null : rate;
    const code = known === null ? 'none' : percentOf(known);
    rates.set(code, known);
    return code;
  }

  function paymentType(kind: BookedMethod['kind'], name: string | null): string {
    if (kind === 'phone') return PHONE.id;
    if (kind === 'cash') return CASH.id;
    return codeIn(others, name ?? '', (title) =>
      basic('12', basicId(`OTHER ${title}`), '12999', title),
    );
  }

  const discountType = (reason: string): string =>
    codeIn(reasons, reason, (name) => basic('08', basicId(`DISCOUNT ${name}`), null, name));

  function event(entry: BookEntry): Element {
    const { fact } = entry;
    const [date, time] = local(fact.at, timeZone);
    const kind = fact.kind === 'drawer' ? fact.act : fact.kind;
    return [
      'event',
      [
        ['eventID', String(entry.entry)],
        ['eventType', EVENTS[kind].id],
        ...(entry.receipt === null ? [] : [['transID', String(entry.receipt)] as const]),
        ['empID', person(fact.by, fact.at)],
        ['eventDate', date],
        ['eventTime', time],
        ...textOf(fact, amount).map((text) => ['eventText', cut(text, 9_999)] as const),
        ...reportIn(entry),
      ],
    ];
  }

  function reportIn(entry: BookEntry): readonly Element[] {
    const { fact } = entry;
    if (fact.kind === 'close') return [report(entry, 'Z report', String(fact.number), fact.report)];
    const x = xReports.get(entry.entry);
    return x === undefined ? [] : [report(entry, 'X report', fact.id, x)];
  }

  function report(
    entry: BookEntry,
    type: 'X report' | 'Z report',
    id: string,
    z: PeriodReport,
  ): Element {
    const { fact } = entry;
    const [date, time] = local(fact.at, timeZone);
    const net = subtract(z.net, z.refunds.amount);
    const copies: readonly Element[] = COUNTED_ELSEWHERE.flatMap((name) => nothing(name, amount));
    return [
      'eventReport',
      [
        ['reportID', cut(id, ID_MAX)],
        ['reportType', type],
        ['companyIdent', cut(company.organisation, ID_MAX)],
        ['companyName', cut(company.name, 100)],
        ['reportDate', date],
        ['reportTime', time],
        ['registerID', cut(begin.till, 100)],
        ['reportTotalCashSales', [['totalCashSaleAmnt', amount(net)]]],
        ['reportArtGroups', [['reportArtGroup', group(z.sales.count - z.refunds.count, net)]]],
        ...(z.people.length === 0
          ? []
          : [
              [
                'reportEmpArtGroups',
                z.people.map(
                  ({ by, count, amount: sold }) =>
                    [
                      'reportEmpArtGroup',
                      [['empID', person(by, fact.at)], ...group(count, sold)],
                    ] as const,
                ),
              ] as const,
            ]),
        ['reportPayments', payments(z)],
        [
          'reportTip',
          [
            ['tipNum', String(tips.get(entry.entry) ?? 0)],
            ['tipAmnt', amount(z.tips)],
          ],
        ],
        ['reportCashSalesVat', salesVat(z)],
        ['reportOpeningChangeFloat', amount(z.drawer.opening)],
        ['reportReceiptNum', String(z.sales.count)],
        ['reportOpenCashBoxNum', String(z.drawer.noSale)],
        ...copies,
        ['reportReturnNum', String(z.refunds.count)],
        ['reportReturnAmnt', amount(z.refunds.amount)],
        ['reportDiscountNum', String(countOf(z.discounts))],
        ['reportDiscountAmnt', amount(sumOf(z.discounts))],
        ...nothing('reportVoidTrans', amount),
        ['reportCorrLines', corrections(z)],
        ['reportPriceInquiries', [['reportPriceInquiry', none('priceInquiry', 'Group', amount)]]],
        ['reportOtherCorrs', [['reportOtherCorr', none('otherCorr', 'Type', amount)]]],
        ...nothing('reportReceiptDelivery', amount),
        ...nothing('reportTraining', amount),
        ['reportPayIns', [['reportPayIn', sumAs('payIn', 'Pay-in', z.drawer.payIn, amount)]]],
        ['reportPayOuts', [['reportPayOut', sumAs('payOut', 'Pay-out', z.drawer.payOut, amount)]]],
        ['reportGrandTotalSales', amount(z.grand.sales)],
        ['reportGrandTotalReturn', amount(z.grand.refunds)],
        ['reportGrandTotalSalesNet', amount(z.grand.net)],
      ],
    ];
  }

  const group = (count: number, sold: MoneyInteger): readonly Element[] => [
    ['artGroupID', GOODS.id],
    ['artGroupNum', String(count)],
    ['artGroupAmnt', amount(sold)],
  ];

  function payments(z: PeriodReport): readonly Element[] {
    const rows = z.tenders.map(({ kind, name, sales, refunds }) => ({
      type: paymentType(kind, name),
      // Sales less refunds, as in the published example; a negative number is not a valid file.
      count: Math.max(0, sales.count - refunds.count),
      paid: subtract(sales.amount, refunds.amount),
    }));
    const shown = rows.length > 0 ? rows : [{ type: PHONE.id, count: 0, paid: ZERO }];
    return shown.map(({ type, count, paid }) => [
      'reportPayment',
      [
        ['paymentType', type],
        ['paymentNum', String(count)],
        ['paymentAmnt', amount(paid)],
      ],
    ]);
  }

  function salesVat(z: PeriodReport): readonly Element[] {
    const found = [...z.vat, ...z.refundedVat].map(({ vatRate }) => vatRate);
    const shown = found.length > 0 ? [...new Set(found)] : [null];
    return shown.map((rate) => {
      const of = (rows: PeriodReport['vat']) => rows.find(({ vatRate }) => vatRate === rate);
      const part = (rows: PeriodReport['vat'], name: 'total' | 'vat') => of(rows)?.[name] ?? ZERO;
      const vat = subtract(part(z.vat, 'vat'), part(z.refundedVat, 'vat'));
      const total = subtract(part(z.vat, 'total'), part(z.refundedVat, 'total'));
      return [
        'reportCashSaleVat',
        [
          ['vatCode', vatCode(rate)],
          ['vatPerc', percentOf(rate)],
          ['cashSaleAmnt', amount(subtract(total, vat))],
          ['vatAmnt', amount(vat)],
          ['vatAmntTp', sideOf(vat)],
        ],
      ];
    });
  }

  function corrections(z: PeriodReport): readonly Element[] {
    const acts = [...new Set(z.corrections.map(({ act }) => act))];
    if (acts.length === 0) return [['reportCorrLine', none('corrLine', 'Type', amount)]];
    return acts.map((act) => {
      const rows = z.corrections.filter((one) => one.act === act);
      const sum = { count: countOf(rows), amount: sumOf(rows) };
      return ['reportCorrLine', sumAs('corrLine', act, sum, amount)];
    });
  }

  /** A receipt or a refund, whose amounts are negative in the file. */
  function transaction(entry: BookEntry): readonly Element[] {
    const { fact, receipt } = entry;
    if (receipt === null || (fact.kind !== 'receipt' && fact.kind !== 'refund')) return [];
    const isSale = fact.kind === 'receipt';
    const signed = (minor: MoneyInteger) => money(isSale || minor === 0 ? minor : -minor);
    // A returned deposit is negative on a receipt, and comes back with a refund.
    const isAdded = (minor: MoneyInteger) => (minor === 0 ? isSale : signed(minor) > 0);
    const lineSide = (minor: MoneyInteger) => (isAdded(minor) ? 'C' : 'D');
    const { at, method } = fact;
    const emp: Element = ['empID', person(fact.by, at)];
    const [date, time] = local(at, timeZone);
    const number = String(receipt);
    const vatOfAll = fact.vat.reduce((sum, { vat }) => money(sum + vat), ZERO);
    const rounding = method.kind === 'cash' ? signed(method.rounding) : ZERO;
    const inAll = money(signed(fact.total) + signed(fact.tip));

    const vat = (rate: string | null, total: MoneyInteger, tax: MoneyInteger): Element => [
      'vat',
      [
        ['vatCode', vatCode(rate)],
        ['vatPerc', percentOf(rate)],
        ['vatAmnt', amount(signed(tax))],
        ['vatAmntTp', lineSide(total)],
        ['vatBasAmnt', amount(signed(subtract(total, tax)))],
      ],
    ];
    const lines = exportedLines(fact);
    const line = (id: number, one: BookLine): Element => [
      'ctLine',
      [
        ['nr', number],
        ['lineID', String(id)],
        ['lineType', isSale ? SALE_LINE.id : REFUND_LINE.id],
        ['artGroupID', GOODS.id],
        ...product(one, at),
        ['qnt', isAdded(one.gross) ? one.quantity : `-${one.quantity}`],
        ['lineAmntIn', amount(signed(one.total))],
        ['lineAmntEx', amount(signed(subtract(one.total, one.vat)))],
        ['amntTp', lineSide(one.total)],
        emp,
        ['cashTransLineDescr', cut(one.name, 9_999)],
        ['lineDate', date],
        ['lineTime', time],
        vat(one.vatRate, one.total, one.vat),
      ],
    ];
    const tip: readonly Element[] =
      fact.tip === 0
        ? []
        : [
            [
              'ctLine',
              [
                ['nr', number],
                ['lineID', String(lines.length + 1)],
                ['lineType', TIP_LINE.id],
                ['lineAmntIn', amount(signed(fact.tip))],
                ['lineAmntEx', amount(signed(fact.tip))],
                ['amntTp', lineSide(fact.tip)],
                ['raise', [['raiseType', TIP.id], ['raiseAmnt', amount(signed(fact.tip))], emp]],
              ],
            ],
          ];
    const discounts: readonly Element[] = (isSale ? fact.discounts : []).map(
      ({ reason, by, amount: off }) => [
        'discount',
        [
          ['dscTp', discountType(reason)],
          ['dscAmnt', amount(off)],
          ['empID', person(by, at)],
        ],
      ],
    );
    return [
      [
        'cashtransaction',
        [
          ['nr', number],
          ['transID', number],
          ['transType', !isSale ? REFUND.id : fact.total < 0 ? PAYOUT.id : SALE.id],
          ['transAmntIn', amount(inAll)],
          ['transAmntEx', amount(subtract(inAll, signed(vatOfAll)))],
          ['amntTp', isSale && fact.total >= 0 ? 'C' : 'D'],
          emp,
          ['transDate', date],
          ['transTime', time],
          ['bookDate', entry.day],
          ...lines.map((one, index) => line(index + 1, one)),
          ...tip,
          ...fact.vat.map((one) => vat(one.vatRate, one.total, one.vat)),
          ...discounts,
          ['rounding', [['roundingAmnt', amount(rounding)]]],
          [
            'payment',
            [
              [
                'paymentType',
                paymentType(method.kind, method.kind === 'other' ? method.name : null),
              ],
              ['paidAmnt', amount(money(inAll + rounding))],
              emp,
              ['curCode', begin.currency],
              ...(method.kind === 'phone' ? [['paymentRefID', cut(method.tid, 999)] as const] : []),
            ],
          ],
          ['signature', entry.hash],
          ['keyVersion', 'SHA-256 chain'],
          ['receiptNum', '1'],
          ['voidTransaction', 'false'],
          ['trainingID', 'false'],
        ],
      ],
    ];
  }

  return {
    event,
    transaction,
    vatCodes: (): readonly Element[] =>
      [...rates].map(([code, rate]) => [
        'vatCodeDetail',
        [
          ['vatCode', code],
          ['dateOfEntry', options.from],
          ['vatDesc', rate === null ? 'No known rate' : `VAT ${code} %`],
          ['standardVatCode', rate === null ? '0' : (STANDARD_VAT[roundedRateOf(rate)] ?? '0')],
        ],
      ]),
    employees: (): readonly Element[] =>
      [...people].map(([name, at]) => {
        const [date, time] = local(at, timeZone);
        return [
          'employee',
          [
            ['empID', personId(name)],
            ['dateOfEntry', date],
            ['timeOfEntry', time],
            ['surName', cut(name, 100)],
          ],
        ];
      }),
    articles: (): readonly Element[] =>
      [...products].map(([id, { name, at }]) => [
        'article',
        [
          ['artID', productId(id)],
          ['dateOfEntry', local(at, timeZone)[0]],
          ['artGroupID', GOODS.id],
          ['artDesc', cut(name, 999)],
        ],
      ]),
    basics: (): readonly Element[] =>
      [...FIXED, ...others.values(), ...reasons.values()].map(({ type, id, standard, name }) => [
        'basic',
        [
          ['basicType', type],
          ['basicID', id],
          ...(standard === null ? [] : [['predefinedBasicID', standard] as const]),
          ['basicDesc', cut(name, 999)],
        ],
      ]),
  };
}

/** The id of the code for a name of the shop, which gets one when it is first used. */
function codeIn(known: Map<string, Basic>, name: string, make: (name: string) => Basic): string {
  const code = known.get(name) ?? make(name);
  known.set(name, code);
  return code.id;
}

type Amount = (minor: MoneyInteger) => string;

/** What the books do not count: copies and provisional receipts. */
const COUNTED_ELSEWHERE = ['reportReceiptCopy', 'reportReceiptProforma'] as const;

const nothing = (name: string, amount: Amount): readonly Element[] => [
  [`${name}Num`, '0'],
  [`${name}Amnt`, amount(ZERO)],
];

/** The schema requires at least one element of each list. */
const none = (name: string, key: 'Type' | 'Group', amount: Amount): readonly Element[] => [
  [`${name}${key}`, 'None'],
  ...nothing(name, amount),
];

const sumAs = (
  name: string,
  type: string,
  sum: { readonly count: number; readonly amount: MoneyInteger },
  amount: Amount,
): readonly Element[] => [
  [`${name}Type`, type],
  [`${name}Num`, String(sum.count)],
  [`${name}Amnt`, amount(sum.amount)],
];

type Counted = readonly { readonly count: number; readonly amount: MoneyInteger }[];

const countOf = (rows: Counted) => rows.reduce((sum, { count }) => sum + count, 0);
const sumOf = (rows: Counted) => rows.reduce((sum, row) => money(sum + row.amount), ZERO);

const sideOf = (vat: MoneyInteger) => (vat < 0 ? 'D' : 'C');

/** `25` for `0.25`, with decimals only where the rate has some; `0` for what is no rate. */
function percentOf(rate: string | null): string {
  return toDecimalString(money(statedRate(rate) ?? 0), 'NOK').replace(/\.?0+$/, '');
}

/**
 * The lines of a transaction. A refund of an amount belongs to no line of its sale: it has one for each rate (D-524). So has
 * what a refund of lines states beside them, after a refund of an amount (D-570).
 */
function exportedLines(
  fact: Extract<BookFact, { kind: 'receipt' | 'refund' }>,
): readonly BookLine[] {
  if (fact.kind === 'receipt' && fact.lines.length > 0) return fact.lines;
  const rest = subtract(fact.total, sumOfRates(fact.vat).total);
  const named = fact.lines.map(({ vatRate, total, vat }) => {
    return { vatRate, total: subtract(ZERO, total), vat: subtract(ZERO, vat) };
  });
  const others = byRate([...fact.vat, unrated(rest), ...named]).filter(isSomething);
  const lines = others.map((rate) => ({
    ...rate,
    product: null,
    name: fact.kind === 'refund' ? (fact.reason ?? REFUND.name) : SALE.name,
    quantity: '1',
    gross: rate.total,
    discount: ZERO,
  }));
  return [...fact.lines, ...lines];
}

/** Of each report, by its entry: the sums of an X report, and how many receipts of its period before it have a tip. */
function reportsOf(all: readonly BookEntry[]) {
  const xReports = new Map<number, PeriodReport>();
  const tips = new Map<number, number>();
  let books = NO_BOOKS;
  let count = 0;
  for (const entry of all) {
    const { fact } = entry;
    if (fact.kind === 'x_report') xReports.set(entry.entry, reportOf(books, fact.at));
    if (fact.kind === 'x_report' || fact.kind === 'close') tips.set(entry.entry, count);
    if (fact.kind === 'close') count = 0;
    if (fact.kind === 'receipt' && fact.tip > 0) count += 1;
    books = reduceBooks(books, entry);
  }
  return { xReports, tips };
}

/** What an event says beside its kind, in at most one text. */
function textOf(fact: BookFact, amount: Amount): readonly string[] {
  switch (fact.kind) {
    case 'begin':
    case 'receipt':
      return [];
    case 'refund':
      return fact.reason === null ? [] : [fact.reason];
    case 'correction':
      return [joined([fact.act, fact.name, amount(fact.amount), fact.reason])];
    case 'drawer':
      return [joined([amount(fact.amount), fact.reason])];
    case 'count':
      return [
        joined([
          `counted ${amount(fact.sum)}`,
          `difference ${amount(subtract(fact.sum, fact.expected))}`,
          fact.reason,
        ]),
      ];
    case 'fiscal':
      return [joined([fact.act, 'of' in fact ? fact.of : null])];
    case 'x_report':
      return ['X report'];
    case 'close':
      return [`Z report ${fact.number}`];
  }
}

const joined = (parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null).join('; ');
