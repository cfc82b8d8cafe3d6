import { z } from 'zod';
import { saleOfRequest } from '../../shared/ids/host-ids.ts';
import { outcome } from '../../shared/protocol/outcome.ts';
import type { HostLine } from './host-lines.ts';

export type SaleLine = Extract<HostLine, { kind: 'sale' }>;
type Ask = (path: string) => Promise<unknown>;

const FINAL = ['paid', 'declined', 'expired', 'aborted', 'released', 'refused', 'failed'];

/** The last accepted order about a sale, and the state that the person saw. */
type Order = { readonly action: string; readonly state: string };

/** Compares what a till shows from life to life, and what people have ordered, with the result. */
export function createKillAudit() {
  const findings = new Set<string>();
  const sales = new Map<string, SaleLine>();
  const ended = new Map<string, string>();
  const orders = new Map<string, Order>();
  const counts = { ordered: 0 };

  function auditSale(line: SaleLine): void {
    const { id, state, aside } = line;
    const order = orders.get(id);
    const before = ended.get(id);
    if (before !== undefined && before !== state) {
      const isBack =
        ['aborted', 'released'].includes(before) && ['aborted', 'released'].includes(state);
      const isFinal = FINAL.includes(state);
      if (isFinal && !isBack) findings.add(`sale ${id} ended as ${before} and then as ${state}`);
    }
    if (FINAL.includes(state)) ended.set(id, before ?? state);
    const isPut = order?.action === 'set_aside' || order?.action === 'dismiss';
    if (isPut && !aside) findings.add(`sale ${id} is on the main screen after ${order?.action}`);
    sales.set(id, { ...line, tid: line.tid ?? sales.get(id)?.tid ?? null });
  }

  return {
    hear(line: HostLine): void {
      if (line.kind === 'sale' && line.id.endsWith('.s')) return;
      if (line.kind === 'sale') auditSale(line);
      if (line.kind !== 'answered' || !line.accepted) return;
      counts.ordered += 1;
      orders.set(line.id, line);
    },
    /** Sales that their last accepted order has given up. */
    givenUp: () => [...orders].filter(([, { action }]) => isGivingUp(action)).map(([id]) => id),
    counts,
    /** Compares every order with the sales of the last life. */
    finish(shown: ReadonlyMap<string, SaleLine>): readonly string[] {
      for (const [id, { action, state }] of orders) {
        const now = shown.get(id)?.state ?? 'not there';
        if (isGivingUp(action) && now === 'paid') {
          findings.add(`sale ${id} is paid after a person had ordered: ${action}`);
        }
        if (action === 'dismiss' && now !== state) {
          findings.add(`sale ${id} is ${now} after a person had dismissed it as ${state}`);
        }
      }
      for (const id of sales.keys()) if (!shown.has(id)) findings.add(`sale ${id} is lost`);
      return [...findings];
    },
  };
}

const isGivingUp = (action: string) => action === 'cancel' || action === 'release';

const listed = z.object({
  items: z.array(z.object({ tid: z.string() })),
  cursor: z.string().nullable(),
});

const MATCHING: Readonly<Record<number, readonly string[]>> = {
  2000: ['paid'],
  4019: ['aborted', 'released'],
  5006: ['declined'],
  5011: ['expired'],
};

/** Compares the sales of the last life with the service's payments and its ledger. */
export async function auditPayments(
  ask: Ask,
  booked: number,
  shown: ReadonlyMap<string, SaleLine>,
): Promise<readonly string[]> {
  const findings: string[] = [];
  const owners = new Map<string, string>();
  let captured = 0;
  for (const tid of await everyTid(ask)) {
    const read = outcome.parse(await ask(`/payment_request/${tid}/outcome/`));
    const { pos_tid, status_code } = read;
    const sum = read.captures.reduce((total, one) => total + one.amount, 0);
    captured += sum;
    const owner = owners.get(pos_tid);
    if (owner !== undefined) findings.push(`request ${pos_tid} has ${owner} and ${tid}`);
    owners.set(pos_tid, tid);
    const sale = shown.get(saleOfRequest(pos_tid));
    if (sale === undefined) findings.push(`payment ${tid} belongs to no sale`);
    else if (sale.pair && sale.tid !== tid) {
      if (sum > 0 || status_code < 4_000) {
        findings.push(`${tid}, the code that lost, is ${status_code} with ${sum} taken`);
      }
    } else if (!(MATCHING[status_code] ?? []).includes(sale.state)) {
      findings.push(`${tid} is ${status_code}, its sale is ${sale.state}`);
    } else if (sum !== dueOf(sale)) {
      findings.push(`${tid}: ${sum} was taken for a sale of ${dueOf(sale)}`);
    }
  }
  const took = [...shown.values()].reduce((total, sale) => total + dueOf(sale), 0);
  if (took !== captured || took !== booked) {
    findings.push(`the till took ${took}, captures are ${captured}, the ledger has ${booked}`);
  }
  return findings;
}

function dueOf({ state, mode, amount, taken }: SaleLine): number {
  if (state !== 'paid') return 0;
  return mode === 'authorise' ? taken : amount;
}

async function everyTid(ask: Ask): Promise<string[]> {
  const tids: string[] = [];
  for (let query = 'page_size=100'; ; ) {
    const page = listed.parse(await ask(`/payment_request/?${query}`));
    tids.push(...page.items.map((item) => item.tid));
    if (page.cursor === null) return tids;
    query = `page_size=100&cursor=${encodeURIComponent(page.cursor)}`;
  }
}
