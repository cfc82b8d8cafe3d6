import { type Answer, answer } from '../../protocol/errors.ts';
import { refuseTill } from '../../refusals/till-problem.ts';
import type { JournalFailure } from '../engine/journal.ts';
import type { JournalQueue } from '../engine/journal-queue.ts';
import { mayBeSame, stickerOf } from '../sale/payment-methods.ts';
import type { PaymentPermit } from '../sale/payment-permit.ts';
import type { OpenedRecord } from '../sale/records.ts';
import { isOver, openSales, type SaleFacts } from '../sale/sale.ts';
import type { RegisterName, SaleRequest } from '../sale/state.ts';
import type { MainScreen } from './main-screen.ts';
import { type SaleRecordDeps, saleRecordOf } from './sale-record.ts';

export type StartSaleDeps = SaleRecordDeps & {
  readonly journalQueue: JournalQueue;
  readonly mainScreen: MainScreen;
  /** Null: nothing is asked. */
  readonly permit: PaymentPermit | null;
};

type Started = Answer<{ readonly id: string; readonly before?: 'started' }>;

type Start = (request: SaleRequest) => Promise<Started>;

/**
 * Starts sales. The id is durable before the till sends anything. The main screen has one open sale,
 * which must end or be set aside before the next one (a double press starts one sale). The number of
 * sales that begin aside is limited by `openMax` only.
 */
export function createStartSale(deps: StartSaleDeps): Start {
  const { sales, journalQueue, settings, mainScreen, permit } = deps;
  const pending = new Map<string, OpenedRecord>();

  function isFull(): boolean {
    const open = sales.all().filter((sale) => !isOver(sale.facts));
    return open.length + pending.size >= settings.openMax;
  }

  async function begin(request: SaleRequest): Promise<Started> {
    const saleRecord = saleRecordOf(request, deps);
    if (!saleRecord.ok) return saleRecord;
    const record = saleRecord.value;
    if ([...pending.values()].some((other) => conflicts(record, other))) {
      return refuseTill('code_being_started');
    }
    pending.set(record.sale, record);
    let release = () => {};
    try {
      if (permit !== null) {
        const tender = record.bill?.tender ?? null;
        const permitted = await permit({ kind: 'sale', sale: record.sale, tender });
        if (!permitted.ok) return permitted;
        release = permitted.value;
      }
      const written = await journalQueue.must(record);
      return written.ok ? beginSale(record, deps) : notSaved(written.failure);
    } finally {
      pending.delete(record.sale);
      release();
    }
  }

  function startNew(request: SaleRequest): Promise<Started> {
    return mainScreen.hold(async (take) => {
      if (request.place !== 'aside' && !take(null)) return IN_PROGRESS;
      return isFull() ? FULL : begin(request);
    });
  }

  return oncePerReference(deps, startNew);
}

const IN_PROGRESS = refuseTill('another_sale');
const FULL = refuseTill('too_many_sales');

/** True if two sales would take each other's customers. */
function conflicts(one: OpenedRecord, other: OpenedRecord): boolean {
  const stickers = [stickerOf(one.method), stickerOf(other.method)] as const;
  const [mine, theirs] = stickers;
  return one.sale === other.sale || (mine !== null && theirs !== null && mayBeSame(mine, theirs));
}

function notSaved({ description }: JournalFailure): Started {
  return refuseTill(
    'not_saved',
    `The sale cannot be saved on this till, so it was not started. ${description}`,
  );
}

/** Begins a sale whose first record is durable. */
function beginSale(
  record: OpenedRecord,
  { sales, codes }: Pick<StartSaleDeps, 'sales' | 'codes'>,
): Started {
  const { sale: id, method } = record;
  const opened = openSales(record);
  for (const sale of opened) sales.add(sale);
  for (const sale of opened) sales.dispatch(sale.facts.id, { kind: 'begin' });
  if (method.kind === 'scan_token') codes.scanTaken(method.token);
  // A customer can scan the code while the record is being written.
  const token = codes.get(id)?.token ?? null;
  codes.forget(id);
  if (token !== null) sales.dispatch(id, { kind: 'scan', token });
  return answer({ id });
}

/** Starts one sale for each reference of a cash register, also if the request is repeated. */
function oncePerReference({ sales }: Pick<StartSaleDeps, 'sales'>, startNew: Start): Start {
  const underWay = new Map<string, Promise<void>>();
  return async (request) => {
    const { register } = request;
    if (register === undefined) return startNew(request);
    // A parallel request with the same reference waits for the first one, then finds its sale or tries
    // itself. They try one after the other, so that two of them cannot start two sales.
    for (;;) {
      const first = underWay.get(register.reference);
      if (first === undefined) break;
      await first;
    }
    const before = sales.byReference(register.reference)?.facts;
    if (before !== undefined) return repeatedStart(before, register);
    const work = startNew(request);
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    underWay.set(register.reference, settled);
    try {
      return await work;
    } finally {
      underWay.delete(register.reference);
    }
  };
}

/** Returns the known sale of a reference. Refuses if the request differs. */
function repeatedStart(before: SaleFacts, register: RegisterName): Started {
  if (before.register?.fingerprint === register.fingerprint) {
    return answer({ id: before.id, before: 'started' });
  }
  return refuseTill('reference_taken', undefined, {
    reference: register.reference,
    sale: before.id,
  });
}
