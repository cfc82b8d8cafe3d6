import { z } from 'zod';
import { outcome } from '../../shared/protocol/outcome.ts';
import { isFinal, type SaleView } from '../../shared/terminal/index.ts';
import { type Auditor, saleIdOf } from './auditor.ts';
import { BASE, MERCHANT, SECRET, type SimService, USER } from './service.ts';

const page = z.object({
  items: z.array(z.object({ tid: z.string() })),
});

/** What the tills show when all is over. */
export type LastView = { readonly till: string; readonly sales: readonly SaleView[] };

const MATCHING: Readonly<Record<number, readonly SaleView['state']['kind'][]>> = {
  2000: ['paid', 'refunded'],
  4004: ['refused'],
  4019: ['aborted', 'released'],
  5006: ['declined'],
  5011: ['expired'],
  5012: ['expired'],
};

/** Compares, when all is over, what the tills say with what the service says and with its books. */
export async function lastJudgement(
  auditor: Auditor,
  service: SimService,
  views: readonly LastView[],
  payments: 'all there are' | 'those seen' = 'all there are',
): Promise<void> {
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
  let booked = 0;
  const tids = payments === 'those seen' ? auditor.tids() : await everyTid(auditor, service);
  for (const tid of tids) {
    booked += await judgePayment(auditor, service, tid, shown);
  }
  const paid = [...shown.values()].filter((sale) => sale.state.kind === 'paid');
  const took = paid.reduce((sum, sale) => sum + dueOf(sale), 0);
  if (took !== booked) auditor.find(`the tills took ${took}, the service booked ${booked}`);
}

/** What a sale, as its till shows it, has taken: all of a plain one, the parts of another. */
function dueOf({ state, mode, amount, additionalAmount, money }: SaleView): number {
  if (state.kind !== 'paid') return 0;
  return mode.kind === 'sale' ? amount + additionalAmount : money.taken;
}

async function judgePayment(
  auditor: Auditor,
  service: SimService,
  tid: string,
  shown: ReadonlyMap<string, SaleView>,
): Promise<number> {
  const read = outcome.safeParse(await ask(service, `/payment_request/${tid}/outcome/`));
  if (!read.success) {
    auditor.find(`the service does not know payment ${tid} any more`);
    return 0;
  }
  const { pos_tid, status_code, captures } = read.data;
  const captured = captures.reduce((sum, one) => sum + one.amount + one.additional_amount, 0);
  const lines = await service.core.context.store.ledger.linesOf(MERCHANT, tid);
  const booked = lines.reduce((sum, line) => sum + (line.money?.gross ?? 0), 0);
  if (booked !== captured) auditor.find(`${tid}: captured ${captured}, booked ${booked}`);
  const sale = shown.get(saleIdOf(pos_tid));
  if (sale === undefined) {
    auditor.find(`payment ${tid} (${status_code}) belongs to no sale of any till`);
    return booked;
  }
  if (sale.way.kind === 'qr_and_sticker' && sale.tid !== tid) {
    // The other one of the two codes: closed, and nothing taken for it.
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
  return booked;
}

async function everyTid(auditor: Auditor, service: SimService): Promise<ReadonlySet<string>> {
  const listed = page.safeParse(await ask(service, '/payment_request/?page_size=100'));
  const tids = listed.data?.items.map((one) => one.tid) ?? [];
  return new Set([...auditor.tids(), ...tids]);
}

async function ask(service: SimService, path: string): Promise<unknown> {
  const headers = {
    accept: 'application/json',
    'x-svc-merchant': MERCHANT,
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
