import { createHmac } from 'node:crypto';
import { createSettlements } from '../../../service/settlements/create-settlements.ts';
import { createRetention } from '../../../service/settlements/retention.ts';
import { NO_EFFECTS } from '../../../service/store/store.ts';
import { scopeRecord } from '../../../shared/ledger/records.ts';
import { money } from '../../../shared/money/money.ts';
import { createPayment } from '../../../shared/payment/create.ts';
import { type Agreement, DEFAULT_AGREEMENT } from '../../../shared/protocol/agreement.ts';
import { NO_DETAILS } from '../../../shared/protocol/merchant.ts';
import type { SettlementOutput } from '../../../shared/protocol/settlement.ts';
import { CUSTOMER, draft, ids, MERCHANT, startPayments } from '../../support/payments.ts';
import { CHOSEN, type StoreKind } from '../../support/stores.ts';

const KEY = 'a key of the test';

export const mac = (purpose: string, text: string) =>
  createHmac('sha256', KEY).update(`${purpose}\n${text}`).digest('base64url');

/** Payments and settlements on a real database, with an agreement and small log files. */
export async function startBooks(
  agreement: Partial<Agreement> = {},
  chunkLines = 4,
  kind: StoreKind = CHOSEN,
) {
  const world = await startPayments(kind);
  const { store, clock, payments } = world;
  const record = { ...MERCHANT, integratorId: null, lookupIds: [], details: NO_DETAILS };
  await store.merchants.putRecord({
    ...record,
    agreement: { ...DEFAULT_AGREEMENT, ...agreement },
  });
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const parts = { store, clock, basePath: () => '/api', mac, onError, chunkLines };
  const settlements = createSettlements(parts);
  await settlements.runDue();

  async function update(tid: string, input: Readonly<Record<string, unknown>>) {
    const rest = { callback_uri: null, display_message_uri: null, line_items: null };
    const none = { action: null, amount: null, additional_amount: null, currency: null };
    const more = { capture_id: null, refund_id: null, text: null };
    const whole = { ...rest, ...none, ...more, ...input };
    return payments.update(MERCHANT.id, tid, whole as Parameters<typeof payments.update>[2]);
  }

  /** A payment that the customer has approved. */
  async function authorised(change: Parameters<typeof draft>[0] = {}, credit = false) {
    const named = { customer: CUSTOMER.msisdn, allow_credit: credit, ...change };
    const made = await payments.create(MERCHANT.id, draft(named));
    if (!made.ok) throw new Error(made.refusal.description);
    const { tid } = made.value.payment;
    const choice = { additionalAmount: null, credit };
    const done = await payments.customerSide.confirm(CUSTOMER.id, tid, choice);
    if (!done.ok) throw new Error(done.refusal.description);
    return tid;
  }

  return {
    ...world,
    settlements,
    parts,
    errors,
    update,
    authorised,
    /** A payment that the customer has approved and the merchant has captured. */
    async sell(amount = 10_000, currency = 'NOK') {
      const tid = await authorised({ amount, currency });
      const done = await update(tid, { action: 'capture' });
      if (!done.ok) throw new Error(done.refusal.description);
      return tid;
    },
    /** A permission with a fee. */
    async permission(fee: number, currency = 'NOK') {
      const parts = { tid: ids.tid(), rid: ids.rid(), merchantId: MERCHANT.id, now: clock.now() };
      const request = draft();
      const payment = createPayment({ ...parts, request, customer: { kind: 'open' } });
      const line = scopeRecord({
        rid: parts.rid,
        at: clock.now(),
        status: 'ok',
        customer: '4798765432',
        currency,
        fee: money(fee),
        taxCode: 'NO:2013',
      });
      await store.payments.create(payment, { ...NO_EFFECTS, records: [line] });
    },
    /** The rows of every file of a log, without the headers. */
    async rows(uris: readonly string[]) {
      const rows: string[][] = [];
      for (const uri of uris) rows.push(...(await fileRows(settlements, uri)));
      return rows;
    },
    async read(id: string): Promise<SettlementOutput> {
      const found = await settlements.read(MERCHANT.id, id);
      if (!found.ok) throw new Error(`no settlement ${id}`);
      return found.value;
    },
  };
}

export type Books = Awaited<ReturnType<typeof startBooks>>;

/** Books of which the retention keeps `life` milliseconds. */
export async function startAgeing(
  kind: StoreKind,
  life: number,
  agreement: Partial<Agreement> = {},
) {
  const books = await startBooks(agreement, 4, kind);
  const { store, clock } = books;
  const removed: unknown[] = [];
  const onRemoved = (one: object) => removed.push(one);
  const retention = createRetention({ store, clock, life, onRemoved });
  return {
    books,
    /** What the passes have reported. */
    removed,
    /** Lets this time pass, and then a whole pass of the retention. */
    async passes(time: number) {
      clock.advance(time);
      await retention.run();
    },
    sell: books.sell,
    settle: () => books.settlements.settleAll(),
    isKept: async (tid: string) => (await books.payments.read(MERCHANT.id, tid)) !== null,
  };
}

/** One file of a log; the cells of the test's data hold neither quotes nor commas. */
export async function fileRows(settlements: Books['settlements'], uri: string) {
  const file = await settlements.logFile(uri.split('/').at(-2) ?? '');
  if (!file.ok) throw new Error(`no file at ${uri}`);
  let text = '';
  for await (const piece of file.value.text) text += piece;
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.split(','));
}

/** A cell of major units as minor ones, read as text. */
export function minor(cell: string | undefined): number {
  return Number((cell ?? '').replace('.', ''));
}
