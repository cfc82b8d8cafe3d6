import type { CustomerName, Fault, Operation, Sale } from './plan.ts';

/** An exchange of the till with the service, as the service saw it. */
export type ServedEvent = {
  readonly kind: 'served';
  readonly sale: string;
  readonly operation: Operation;
  /** Id of the payment request; null before the service has given one. */
  readonly tid: string | null;
  readonly method: string;
  readonly path: string;
  /** The body of the request and of the reply as JSON; undefined if there is none. */
  readonly body: unknown;
  readonly status: number;
  readonly reply: unknown;
  readonly fault: Fault['name'];
};

/** A request that the proxy took from the till; what the service saw of it follows as `served`. */
export type AskedEvent = {
  readonly kind: 'asked';
  readonly sale: string;
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly fault: Fault['name'];
};

export const RESULTS = ['paid', 'not_paid', 'unknown'] as const;
export type SaleResult = (typeof RESULTS)[number];

/** A report of the till about a sale; the last one counts. */
export type ReportEvent = {
  readonly kind: 'report';
  readonly sale: string;
  readonly result: SaleResult;
  readonly amount: number | null;
};

export type CustomerEvent = {
  readonly kind: 'customer';
  readonly sale: string;
  readonly tid: string;
  readonly act: 'approves' | 'rejects';
  readonly customer: CustomerName;
  /** False if the service refused it, for example because the request was aborted. */
  readonly done: boolean;
};

/** The till was told to sell or to cancel, was killed, or was started again. */
export type OrderEvent = {
  readonly kind: 'sell' | 'cancel' | 'kill' | 'start';
  readonly sale: string;
};

export type TortureEvent = ServedEvent | AskedEvent | ReportEvent | CustomerEvent | OrderEvent;

/** A payment as the service says it is at the end. */
export type FinalPayment = {
  readonly tid: string;
  readonly statusCode: number;
  /** Minor units; refunded money is subtracted by the auditor. */
  readonly captured: number;
  readonly refunded: number;
};

/** Everything that the auditor sees: the orders, the traffic and reports in their order, the end. */
export type Evidence = {
  readonly sales: readonly Sale[];
  readonly events: readonly TortureEvent[];
  readonly finals: readonly FinalPayment[];
};

/** One line of an excerpt. */
export function lineOf(event: TortureEvent): string {
  switch (event.kind) {
    case 'sell':
      return 'the till is told to sell';
    case 'cancel':
      return 'the cashier cancels';
    case 'kill':
      return 'the till is killed';
    case 'start':
      return 'the till is started again';
    case 'report':
      return `the till reports ${event.result}${event.amount === null ? '' : ` ${event.amount}`}`;
    case 'customer':
      return `the customer ${event.act} ${event.tid}${event.done ? '' : ', and the service refuses'}`;
    case 'asked':
      return `${event.method} ${event.path} (${event.operation})${faultText(event)}`;
    case 'served': {
      const reply = `${event.status}${tidText(event)}${faultText(event)}`;
      return `${event.method} ${event.path}${bodyText(event)} -> ${reply}`;
    }
  }
}

const faultText = ({ fault }: AskedEvent | ServedEvent) => (fault === 'none' ? '' : ` [${fault}]`);

const TEXT_MAX = 90;

function bodyText({ operation, body }: ServedEvent): string {
  if (body === undefined || operation === 'read') return '';
  const { amount, action, pos_tid: name } = Object(body);
  const parts = operation === 'create' ? { pos_tid: name, amount } : { action, amount };
  return ` ${JSON.stringify(parts).slice(0, TEXT_MAX)}`;
}

function tidText({ operation, tid, reply }: ServedEvent): string {
  if (operation === 'create') return tid === null ? '' : ` ${tid}`;
  const { status_code: code, error_type: type } = Object(reply);
  const text = code ?? type;
  return text === undefined ? '' : ` ${String(text).slice(0, TEXT_MAX)}`;
}
