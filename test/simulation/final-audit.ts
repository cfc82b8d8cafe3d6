import { z } from 'zod';
import { outcome } from '../../shared/protocol/outcome.ts';
import { isFinal, type SaleView, type UnclaimedView } from '../../shared/terminal/index.ts';
import { type Auditor, saleIdOf } from './auditor.ts';
import { BASE, MERCHANT, SECRET, type SimService, USER } from './service.ts';

const page = z.object({
  items: z.array(z.object({ tid: z.string() })),
});

/** What a till shows at the end. */
export type FinalView = {
  readonly till: string;
  /** The first merchant unless given. */
  readonly merchant?: string;
  readonly sales: readonly SaleView[];
  /** Payments that the till shows separately because they belong to no sale; none unless given. */
  readonly unclaimed?: readonly UnclaimedView[];
};

const MATCHING: Readonly<Record<number, readonly SaleView['state']['kind'][]>> = {
  2000: ['paid', 'refunded'],
  4004: ['refused'],
  4019: ['aborted', 'released'],
  5006: ['declined'],
  5011: ['expired'],
  5012: ['expired'],
};

/** Compares at the end what the tills show with the service's answers and with its ledger. */
export async function finalAudit(
  auditor: Auditor,
  service: SimService,
  views: readonly FinalView[],
  payments: 'all there are' | 'those seen' = 'all there are',
): Promise<void> {
  const unmatched = new Set(views.flatMap((one) => one.unclaimed ?? []).map(({ tid }) => tid));
  auditor.finish(
    views.flatMap((one) => one.sales),
    unmatched,
  );
  const shown = new Map(views.flatMap((one) => one.sales.map((sale) => [sale.id, sale] as const)));
  for (const [posTid, known] of auditor.sales()) {
    const sale = shown.get(posTid);
    if (sale === undefined) auditor.find(`sale ${posTid} of ${known.till} is lost: no till has it`);
    else if (!isFinal(sale.state)) {
      auditor.find(`sale ${posTid} is not resolved: ${sale.state.kind}`);
    }
  }
  for (const [id, sale] of shown) {
    const both = saleIdOf(id) !== id && sale.state.kind === 'paid';
    if (both) auditor.find(`both codes of sale ${saleIdOf(id)} were paid`);
  }
  for (const merchant of new Set(views.map((one) => one.merchant ?? MERCHANT))) {
    const own = views.filter((one) => (one.merchant ?? MERCHANT) === merchant);
    const mine = new Map(own.flatMap((one) => one.sales.map((sale) => [sale.id, sale] as const)));
    const seen = auditor.tids().filter((tid) => {
      const till = auditor.tillOf(saleIdOf(auditor.ownerOf(tid) ?? ''));
      return own.some((one) => one.till === till);
    });
    const listed = payments === 'those seen' ? [] : await everyTid(service, merchant);
    const tids = new Set([...seen, ...listed]);
    let booked = 0;
    for (const tid of tids) booked += await auditPayment(auditor, service, merchant, tid, mine);
    const took = [...mine.values()].reduce((sum, sale) => sum + dueOf(sale), 0);
    if (took !== booked) {
      auditor.find(`the tills of ${merchant} took ${took}, the service booked ${booked}`);
    }
  }
}

const isTaken = ({ state: { kind } }: SaleView) => kind === 'paid' || kind === 'refunded';

/** The captured amount of a sale as its till shows it: the whole amount, or the sum of the parts. */
function dueOf(sale: SaleView): number {
  const { mode, amount, additionalAmount, money } = sale;
  if (!isTaken(sale)) return 0;
  return mode.kind === 'sale' ? amount + additionalAmount : money.captured;
}

async function auditPayment(
  auditor: Auditor,
  service: SimService,
  merchant: string,
  tid: string,
  shown: ReadonlyMap<string, SaleView>,
): Promise<number> {
  const read = outcome.safeParse(
    await askService(service, merchant, `/payment_request/${tid}/outcome/`),
  );
  if (!read.success) {
    auditor.find(`the service does not know payment ${tid} any more`);
    return 0;
  }
  const { pos_tid, status_code, captures, refunds } = read.data;
  const captured = captures.reduce((sum, one) => sum + one.amount + one.additional_amount, 0);
  const lines = await service.core.deps.store.ledger.linesOf(merchant, tid);
  const returned = refunds.reduce((sum, one) => sum + one.amount + one.additional_amount, 0);
  const net = lines.reduce((sum, line) => sum + (line.money?.gross ?? 0), 0);
  const booked = net + returned;
  if (booked !== captured) auditor.find(`${tid}: captured ${captured}, booked ${booked}`);
  const tips = captures.reduce((sum, one) => sum + one.additional_amount, 0);
  const logged = lines.reduce(
    (sum, { action, additionalAmount }) => sum + (action === 'capture' ? additionalAmount : 0),
    0,
  );
  if (logged !== tips) auditor.find(`${tid}: a tip of ${tips} was captured, ${logged} was booked`);
  if (net < 0) auditor.find(`${tid}: ${returned} was returned of ${captured}`);
  const sale = shown.get(saleIdOf(pos_tid));
  if (sale === undefined) {
    auditor.find(`payment ${tid} (${status_code}) belongs to no sale of any till`);
    return booked;
  }
  if (sale.method.kind === 'qr_and_sticker' && sale.tid !== tid) {
    // The other one of the two codes must be closed, without a captured amount.
    if (captured !== 0 || status_code < 4_000) {
      auditor.find(`${tid}, the code that lost, is ${status_code} with ${captured} taken`);
    }
    return booked;
  }
  if (!(MATCHING[status_code] ?? []).includes(sale.state.kind)) {
    auditor.find(`${tid} is ${status_code}, its sale ${pos_tid} is ${sale.state.kind}`);
  }
  if (sale.tid !== tid) auditor.find(`sale ${pos_tid} shows payment ${sale.tid}, not ${tid}`);
  const due = dueOf(sale);
  if (captured !== due) auditor.find(`${tid}: ${captured} was taken where ${due} was due`);
  const shownTip = sale.money.additional.captured;
  if (shownTip !== tips) auditor.find(`${tid}: its slip has a tip of ${shownTip}, not ${tips}`);
  return booked;
}

async function everyTid(service: SimService, merchant: string): Promise<readonly string[]> {
  const listed = page.safeParse(
    await askService(service, merchant, '/payment_request/?page_size=100'),
  );
  return listed.data?.items.map((one) => one.tid) ?? [];
}

/** Reads the API as a program of the merchant does. */
export async function askService(
  service: SimService,
  merchant: string,
  path: string,
): Promise<unknown> {
  const headers = {
    accept: 'application/json',
    'x-svc-merchant': merchant,
    'x-svc-user': USER,
    authorization: `SECRET ${SECRET}`,
  };
  const target = new URL(BASE + path);
  const reply = await service.serve({
    method: 'GET',
    target: target.pathname + target.search,
    headers,
    body: new Uint8Array(0),
  });
  return reply.body;
}
