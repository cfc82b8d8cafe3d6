import { describe, expect, it } from 'vitest';
import { audit, DEFECTS, type Defect, VERDICTS } from '../../../../main/commands/torture/audit.ts';
import type { Operation, Sale } from '../../../../main/commands/torture/plan.ts';
import type {
  FinalPayment,
  SaleResult,
  TortureEvent,
} from '../../../../main/commands/torture/record.ts';

/* The auditor of `tillkit torture` judges traffic that each test writes. */

const SALE: Sale = { id: 's7', number: 7, amount: 1_674 };
const sale = SALE.id;

const sell: TortureEvent = { kind: 'sell', sale };
const report = (result: SaleResult, amount: number | null = null): TortureEvent => ({
  kind: 'report',
  sale,
  result,
  amount,
});
const approves = (tid: string): TortureEvent => ({
  kind: 'customer',
  sale,
  tid,
  act: 'approves',
  customer: 'approves',
  done: true,
});
const served = (operation: Operation, tid: string, status: number): TortureEvent => ({
  kind: 'served',
  sale,
  operation,
  tid,
  method: operation === 'create' ? 'POST' : 'PUT',
  path: '/merchant/v1/payment_request/',
  body: operation === 'create' ? { amount: SALE.amount } : { action: operation },
  status,
  reply: undefined,
  fault: 'none',
});
const create = (tid: string) => served('create', tid, 201);
const capture = (tid: string) => served('capture', tid, 204);
const final = (tid: string, statusCode: number, captured = 0, refunded = 0): FinalPayment => ({
  tid,
  statusCode,
  captured,
  refunded,
});
const PAID = report('paid', SALE.amount);
const TAKEN = final('p1', 2000, SALE.amount);

const found = (events: readonly TortureEvent[], finals: readonly FinalPayment[]) =>
  audit({ sales: [SALE], events: [sell, ...events], finals });
const defects = (events: readonly TortureEvent[], finals: readonly FinalPayment[]) =>
  found(events, finals).map(({ defect }) => defect);

type Planted = readonly [Defect, readonly TortureEvent[], readonly FinalPayment[]];

/** For each defect traffic that has it and no other. */
const PLANTED: readonly Planted[] = [
  [
    'captured, reported as not paid',
    [create('p1'), approves('p1'), capture('p1'), report('not_paid')],
    [TAKEN],
  ],
  ['captured, never reported', [create('p1'), approves('p1'), capture('p1')], [TAKEN]],
  [
    'captured, never reported',
    [create('p1'), approves('p1'), capture('p1'), report('unknown')],
    [TAKEN],
  ],
  ['reported as paid, not captured', [create('p1'), PAID], [final('p1', 5006)]],
  [
    'reported as paid, not captured',
    [create('p1'), capture('p1'), PAID],
    [final('p1', 2000, SALE.amount, SALE.amount)],
  ],
  [
    'reported with another amount',
    [create('p1'), capture('p1'), report('paid', SALE.amount - 1)],
    [TAKEN],
  ],
  [
    'captured in two payments',
    [create('p1'), capture('p1'), create('p2'), capture('p2'), PAID],
    [TAKEN, final('p2', 2000, SALE.amount)],
  ],
  [
    'approved in two payments',
    [create('p1'), approves('p1'), create('p2'), approves('p2'), capture('p2'), PAID],
    [final('p1', 4019), final('p2', 2000, SALE.amount)],
  ],
  [
    'captured another amount',
    [create('p1'), capture('p1'), report('paid', 1_600)],
    [final('p1', 2000, 1_600)],
  ],
  ['request left open', [create('p1'), report('not_paid')], [final('p1', 1003)]],
  ['reservation left', [create('p1'), approves('p1'), report('not_paid')], [final('p1', 3008)]],
  ['no final report', [create('p1')], [final('p1', 4019)]],
  ['no final report', [], []],
];

describe('the auditor', () => {
  it.each(PLANTED)('finds "%s" and nothing else', (defect, events, finals) => {
    const findings = found(events, finals);
    expect(findings.map((one) => one.defect)).toEqual([defect]);
    expect(findings[0]).toMatchObject({ sale: SALE, verdict: DEFECTS[defect] });
    expect(findings[0]?.excerpt).toContain('the till is told to sell');
  });

  it('finds both a capture after the report and the wrong report', () => {
    const events = [create('p1'), report('not_paid'), approves('p1'), capture('p1')];
    expect(defects(events, [TAKEN])).toEqual([
      'captured, reported as not paid',
      'captured after the report',
    ]);
  });

  it('has a test case for every defect, and a defect for every verdict', () => {
    const planted = new Set<string>(PLANTED.map(([defect]) => defect));
    planted.add('captured after the report');
    expect([...planted].sort()).toEqual(Object.keys(DEFECTS).sort());
    expect(new Set(Object.values(DEFECTS))).toEqual(new Set(VERDICTS));
  });

  it.each([
    ['a payment', [create('p1'), approves('p1'), capture('p1'), PAID], [TAKEN]],
    ['an aborted sale', [create('p1'), report('not_paid')], [final('p1', 4019)]],
    ['a sale that never reached the service', [report('not_paid')], []],
    [
      'a repeated request, which the service answers with the same payment',
      [create('p1'), create('p1'), approves('p1'), capture('p1'), capture('p1'), PAID],
      [TAKEN],
    ],
    [
      'a report that a later one corrects',
      [create('p1'), capture('p1'), report('unknown'), PAID],
      [TAKEN],
    ],
    [
      'a capture that the service refuses after the report',
      [create('p1'), report('not_paid'), served('capture', 'p1', 409)],
      [final('p1', 4019)],
    ],
    [
      'a capture that arrives again after the report',
      [create('p1'), capture('p1'), PAID, capture('p1')],
      [TAKEN],
    ],
  ] satisfies readonly (readonly [string, TortureEvent[], FinalPayment[]])[])(
    'finds nothing in %s',
    (_name, events, finals) => {
      expect(defects(events, finals)).toEqual([]);
    },
  );

  it('judges every sale by its own traffic', () => {
    const other: Sale = { id: 's8', number: 8, amount: 1_683 };
    const events: readonly TortureEvent[] = [
      sell,
      create('p1'),
      { ...create('p2'), sale: 's8' },
      capture('p1'),
      PAID,
      { ...report('not_paid'), sale: 's8' },
    ];
    const finals = [TAKEN, final('p2', 1003)];
    const findings = audit({ sales: [SALE, other], events, finals });
    expect(findings.map((one) => [one.sale.number, one.defect])).toEqual([
      [8, 'request left open'],
    ]);
  });

  it('shows lost requests in the excerpt, and omits reads and other payments', () => {
    const lost: TortureEvent = {
      kind: 'asked',
      sale,
      operation: 'abort',
      method: 'PUT',
      path: '/merchant/v1/payment_request/p1/',
      fault: 'lose the request',
    };
    const events = [
      create('p1'),
      served('read', 'p1', 200),
      create('p2'),
      lost,
      report('not_paid'),
    ];
    const [finding] = found(events, [final('p1', 1003), final('p2', 4019)]);
    expect(finding?.excerpt).toEqual([
      'the till is told to sell',
      'POST /merchant/v1/payment_request/ {"amount":1674} -> 201 p1',
      'PUT /merchant/v1/payment_request/p1/ (abort) [lose the request]',
      'the till reports not_paid',
      'at the end p1 is 1003, captured 0',
    ]);
  });
});
