import { z } from 'zod';
import type { PaymentList, UriList } from '../protocol/lists.ts';
import type { Outcome } from '../protocol/outcome.ts';
import type {
  PaymentRequestCreated,
  PaymentRequestDraft,
  PaymentRequestOutput,
  PaymentUpdateDraft,
} from '../protocol/payment-request.ts';
import type { PermissionOutcome, permissionRequestInput } from '../protocol/permission.ts';
import type { PosOutput, posInput, posUpdate } from '../protocol/pos.ts';
import { ROUTES } from '../protocol/routes.ts';
import {
  type ScanObject,
  scanObject,
  type shortlinkOutput,
  type shortlinkUpdate,
} from '../protocol/shortlink.ts';
import type { StatusCodeEntry } from '../protocol/status-code-entry.ts';
import type { Status } from '../protocol/status-codes.ts';
import { runtimeClock, runtimeFetch } from '../runtime.ts';
import type { Instant } from '../time/clock.ts';
import { formatDateTime } from '../time/date-time.ts';
import type { Call, CallOptions, ClientOptions, Query } from './call.ts';
import { createEntries, createUntil, type Entries, type UntilOptions } from './follow.ts';
import { type CallRoute, createRouteCall } from './route-calls.ts';
import { createSender, type Sender } from './send.ts';
import { createServiceTime, type ServiceTime } from './service-time.ts';

export type ListQuery = { readonly cursor?: string | null };

/** Query of the payment list; times are instants, statuses any of pending, auth, ok, fail. */
export type PaymentListFilter = ListQuery & {
  readonly createdFrom?: Instant;
  readonly createdTo?: Instant;
  readonly pageSize?: number;
  readonly onlyOk?: boolean;
  readonly status?: readonly string[];
};

/** The long poll: answers when the code is no longer `since`, or after `wait` seconds. */
export type OutcomeWait = { readonly wait?: number; readonly since?: number };

/** The merchant API as typed calls: one attempt each, every failure a value (specification). */
export interface MerchantClient {
  posCreate(pos: z.input<typeof posInput>, options?: CallOptions): Call<{ readonly id: string }>;
  posList(query?: ListQuery, options?: CallOptions): Call<UriList>;
  posRead(posId: string, options?: CallOptions): Call<PosOutput>;
  posUpdate(id: string, pos: z.input<typeof posUpdate>, options?: CallOptions): Call<null>;
  posDelete(posId: string, options?: CallOptions): Call<null>;
  /** Idempotent on pos_id and pos_tid: status 201 when new, 200 when it existed. */
  paymentCreate(draft: PaymentRequestDraft, options?: CallOptions): Call<PaymentRequestCreated>;
  paymentList(filter?: PaymentListFilter, options?: CallOptions): Call<PaymentList>;
  paymentRead(tid: string, options?: CallOptions): Call<PaymentRequestOutput>;
  /** A refund needs KEY; everything else SECRET. */
  paymentUpdate(tid: string, change: PaymentUpdateDraft, options?: CallOptions): Call<null>;
  paymentOutcome(tid: string, wait?: OutcomeWait, options?: CallOptions): Call<Outcome>;
  shortlinkRead(id: string, options?: CallOptions): Call<z.output<typeof shortlinkOutput>>;
  shortlinkUpdate(
    id: string,
    change: z.input<typeof shortlinkUpdate>,
    options?: CallOptions,
  ): Call<null>;
  /** The newest scan of the last `seconds` that no request has used; null when there is none. */
  shortlinkLastScan(id: string, seconds: number, options?: CallOptions): Call<ScanObject | null>;
  /** Idempotent on pos_id and pos_tid, as a payment is (D-115). */
  permissionCreate(
    draft: z.input<typeof permissionRequestInput>,
    options?: CallOptions,
  ): Call<{ readonly id: string }>;
  /** After the permission is granted, it contains tokens and data. */
  permissionOutcome(rid: string, options?: CallOptions): Call<PermissionOutcome>;
  statusCodeList(options?: CallOptions): Call<StatusCodeEntry[]>;
  statusCodeRead(code: number, options?: CallOptions): Call<StatusCodeEntry>;
}

/** The client with every route of the table, and what is built from its calls. */
export interface FullClient extends MerchantClient {
  /** The service's time, as the replies have shown it. */
  readonly serviceTime: ServiceTime;
  /** Calls any route by its name: `call('settlementRead', { params: { settlement_id } })`. */
  readonly call: CallRoute;
  /** All entries of a list, page by page: `for await (const item of client.entries('paymentList'))`. */
  readonly entries: Entries;
  /** Waits until a payment has a status: `until(tid, 'auth', { timeout: 60_000 })`. */
  until(tid: string, status: Status | readonly Status[], options?: UntilOptions): Call<Outcome>;
}

/** Schema of an empty reply. */
const nothing = z.null();

/** A client for one API user of one merchant. */
export function createMerchantClient(options: ClientOptions): FullClient {
  const { fetch = runtimeFetch, clock = runtimeClock } = options;
  const { time: serviceTime = createServiceTime(clock) } = options;
  const send = createSender({ ...options, fetch, clock, time: serviceTime });
  const client = namedCalls(send);
  const call = createRouteCall(send);
  return {
    ...client,
    serviceTime,
    call,
    entries: createEntries(call),
    until: createUntil(client.paymentOutcome, clock),
  };
}

/** The calls with a method of their own. */
function namedCalls(send: Sender): MerchantClient {
  const { posCreate, posList, posRead, posUpdate, posDelete } = ROUTES;
  const { paymentCreate, paymentList, paymentRead, paymentUpdate, paymentOutcome } = ROUTES;
  const { shortlinkRead, shortlinkUpdate, shortlinkLastScan } = ROUTES;
  const { permissionCreate, permissionOutcome } = ROUTES;
  const { statusCodeList, statusCodeRead } = ROUTES;
  return {
    posCreate: (body, options) => send(posCreate, posCreate.reply, { body }, options),
    posList: (query, options) =>
      send(posList, posList.reply, { query: [['cursor', query?.cursor]] }, options),
    posRead: (id, options) => send(posRead, posRead.reply, { params: { pos_id: id } }, options),
    posUpdate: (id, body, options) =>
      send(posUpdate, nothing, { params: { pos_id: id }, body }, options),
    posDelete: (id, options) => send(posDelete, nothing, { params: { pos_id: id } }, options),
    paymentCreate: (body, options) => send(paymentCreate, paymentCreate.reply, { body }, options),
    paymentList: (filter, options) =>
      send(paymentList, paymentList.reply, { query: listQuery(filter ?? {}) }, options),
    paymentRead: (tid, options) =>
      send(paymentRead, paymentRead.reply, { params: { tid } }, options),
    paymentUpdate: (tid, body, options) =>
      send(paymentUpdate, nothing, { params: { tid }, body }, options),
    paymentOutcome: (tid, poll, options) => {
      const wait = poll?.wait ?? 0;
      const query: Query =
        wait > 0
          ? [
              ['wait', wait],
              ['since', poll?.since],
            ]
          : [];
      return send(paymentOutcome, paymentOutcome.reply, { params: { tid }, query }, options);
    },
    shortlinkRead: (id, options) =>
      send(shortlinkRead, shortlinkRead.reply, { params: { shortlink_id: id } }, options),
    shortlinkUpdate: (id, body, options) =>
      send(shortlinkUpdate, nothing, { params: { shortlink_id: id }, body }, options),
    shortlinkLastScan: (id, seconds, options) => {
      const parts = { params: { shortlink_id: id }, query: [['ttl', seconds]] } as const;
      return send(shortlinkLastScan, scanObject.nullable(), parts, options);
    },
    permissionCreate: (body, options) =>
      send(permissionCreate, permissionCreate.reply, { body }, options),
    permissionOutcome: (rid, options) =>
      send(permissionOutcome, permissionOutcome.reply, { params: { rid } }, options),
    statusCodeList: (options) => send(statusCodeList, statusCodeList.reply, {}, options),
    statusCodeRead: (code, options) =>
      send(statusCodeRead, statusCodeRead.reply, { params: { value: String(code) } }, options),
  };
}

function listQuery(filter: PaymentListFilter): Query {
  const time = (at: Instant | undefined) => (at === undefined ? undefined : formatDateTime(at));
  return [
    ['created_from', time(filter.createdFrom)],
    ['created_to', time(filter.createdTo)],
    ['cursor', filter.cursor],
    ['page_size', filter.pageSize],
    ['only_ok', filter.onlyOk],
    ...(filter.status ?? []).map((status) => ['status', status] as const),
  ];
}
