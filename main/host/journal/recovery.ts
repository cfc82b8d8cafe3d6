import { open } from 'node:fs/promises';
import type { FullClient } from '../../../shared/client/index.ts';
import type { ClientResult } from '../../../shared/client/result.ts';
import { money } from '../../../shared/money/money.ts';
import { lineItem } from '../../../shared/protocol/line-items.ts';
import type { Outcome } from '../../../shared/protocol/outcome.ts';
import type { PaymentRequestOutput } from '../../../shared/protocol/payment-request.ts';
import { unclaimedFrom } from '../../../shared/terminal/codes/unclaimed.ts';
import type { Journal } from '../../../shared/terminal/engine/journal.ts';
import type { JournalRecord, SaleBody } from '../../../shared/terminal/sale/records.ts';
import { recoverState } from '../../../shared/terminal/start/recover.ts';
import { type DeviceClock, type Instant, instantOf, SECOND } from '../../../shared/time/clock.ts';
import { parseDateTime } from '../../../shared/time/date-time.ts';
import type { SmallFiles } from '../adapters/small-files.ts';
import { StartError } from '../start-error.ts';

/** The note beside a salvaged journal: the till must ask the service before it sells again. */
const recoveryNote = (path: string): string => `${path}.recover`;

/** Makes the till ask the service at its next start. Throws the disk's errors. */
export async function askAtNextStart(path: string): Promise<void> {
  const note = await open(recoveryNote(path), 'w', 0o600);
  try {
    await note.sync();
  } finally {
    await note.close();
  }
}

type Client = Pick<
  FullClient,
  'paymentList' | 'paymentOutcome' | 'paymentRead' | 'paymentCreate' | 'serviceTime'
>;

export type RecoveryDeps = {
  readonly path: string;
  readonly files: Pick<SmallFiles, 'read' | 'remove'>;
  readonly journal: Journal;
  readonly client: Client;
  readonly posId: string;
  readonly clock: DeviceClock;
  readonly report: (sentence: string) => void;
};

/**
 * After a salvage, journals every payment of this till that is open at the service and missing in
 * the journal. Returns the journal with those records. Throws `StartError` while the service does
 * not answer: a till that sold before that could request the same money twice.
 */
export async function recoverPayments(deps: RecoveryDeps): Promise<Journal> {
  const { path, files, journal, report } = deps;
  if (files.read(recoveryNote(path)) === null) return journal;
  const payments = await unknownPayments(deps);
  const added: JournalRecord[] = [];
  let { lastNumber: number } = recoverState(journal.records);
  for (const one of payments) {
    number += 1;
    for (const record of await recordsOf(one, { ...deps, number })) {
      const written = await journal.append(record);
      if (!written.ok) throw new StartError(written.failure.description);
      added.push(record);
    }
  }
  files.remove(recoveryNote(path));
  report(`The service has ${payments.length} open payments that the journal did not contain.`);
  return { ...journal, records: [...journal.records, ...added] };
}

type UnknownPayment = {
  readonly outcome: Outcome;
  readonly request: PaymentRequestOutput;
  /** When the service received the request. */
  readonly created: Instant;
};

async function unknownPayments({
  client,
  journal,
  posId,
  clock,
}: Pick<RecoveryDeps, 'journal' | 'client' | 'posId' | 'clock'>): Promise<UnknownPayment[]> {
  const { sales } = recoverState(journal.records);
  const payments: UnknownPayment[] = [];
  for (let cursor: string | null = null; ; ) {
    const filter = { status: ['pending', 'auth'], cursor };
    const page: Awaited<ReturnType<Client['paymentList']>> = await client.paymentList(filter);
    const { items, cursor: next } = answerOf(page);
    for (const { tid, created } of items) {
      const outcome = answerOf(await client.paymentOutcome(tid));
      if (outcome.pos_id !== posId || sales.has(outcome.pos_tid)) continue;
      const request = answerOf(await client.paymentRead(tid));
      payments.push({
        outcome,
        request,
        created: parseDateTime(created) ?? instantOf(clock.now()),
      });
    }
    if (next === null) return payments;
    cursor = next;
  }
}

function answerOf<T>(result: ClientResult<T>): T {
  if (result.ok) return result.value;
  throw new StartError(
    'The journal was damaged, and the service does not answer the request for the open payments of ' +
      'this till. Start the till again when the service is reachable.',
  );
}

type Place = Pick<RecoveryDeps, 'clock' | 'client'> & { readonly number: number };

/**
 * The records that this till wrote when the sale began. The till repeats its request first, so the
 * request must be identical; the service confirms that.
 */
async function recordsOf(
  payments: UnknownPayment,
  place: Place,
): Promise<readonly JournalRecord[]> {
  const { outcome, request } = payments;
  const { clock, client, number } = place;
  const at = instantOf(clock.now());
  const { tid, pos_tid: sale } = outcome;
  for (const action of ['sale', 'auth'] as const) {
    const body = bodyOf(payments, action);
    const repeated = await client.paymentCreate(body);
    if (!repeated.ok && repeated.error.kind === 'refused') continue;
    if (answerOf(repeated).id !== tid) continue;
    const mode = action === 'auth' ? { mode: { kind: 'authorise' } as const } : {};
    const method = { kind: 'qr' } as const;
    // The till's screen compares this with the till's clock.
    const stated = parseDateTime(outcome.date_expires);
    const expires = stated === null ? at : client.serviceTime.onMachine(stated);
    return [
      { v: 1, at, sale, kind: 'opened', number, method, body, ...mode },
      { v: 1, at, sale, kind: 'created', tid, uri: request.uri, expires },
    ];
  }
  // The request cannot be repeated identically, so the operator must check the payment.
  return [{ v: 1, at, kind: 'unclaimed', ...unclaimedFrom(outcome) }];
}

function bodyOf(
  { outcome, request, created }: UnknownPayment,
  action: SaleBody['action'],
): SaleBody {
  const lines = lineItem.array().safeParse(request.line_items);
  const expires = parseDateTime(request.date_expires) ?? created;
  return {
    action,
    currency: outcome.currency,
    amount: money(request.amount),
    additional_amount: money(request.additional_amount),
    additional_edit: request.additional_edit,
    allow_credit: request.allow_credit,
    pos_id: outcome.pos_id,
    pos_tid: outcome.pos_tid,
    customer: request.customer,
    max_scan_age: request.max_scan_age,
    text: request.text,
    ...(lines.success && lines.data.length > 0 ? { line_items: lines.data } : {}),
    display_message_uri: request.display_message_uri ?? '',
    callback_uri: request.callback_uri ?? '',
    success_return_uri: request.success_return_uri,
    failure_return_uri: request.failure_return_uri,
    expires_in: Math.max(0, Math.round((expires - created) / SECOND)),
  };
}
