import type { SaleAction, SaleMode, SaleView } from '../../shared/terminal/index.ts';
import { type Instant, SECOND } from '../../shared/time/clock.ts';
import { createOrderAudit, type OrderAnswer, type Passage } from './audit-orders.ts';
import { createScreenAudit } from './audit-screens.ts';
import { createStatementAudit } from './audit-statements.ts';
import { createTimeAudit } from './audit-time.ts';
import {
  type AuditContext,
  type AuditedSale,
  type Codes,
  createAuditedSale,
  saleIdOf,
  wasWriting,
} from './audited-sale.ts';

import {
  type CallSeen,
  type CommandSeen,
  captureName,
  createdIn,
  outcomeIn,
} from './calls-seen.ts';
import type { WireRequest } from './network.ts';
import { createTruth } from './truth.ts';

export { saleIdOf } from './audited-sale.ts';

type Wire = WireRequest & { readonly call: CallSeen };

/** The final status code of a captured payment. */
const PAID = 2_000;
/** Longest time until a till has journalled which of two codes counts. */
const CHOICE_MAX = SECOND;

/**
 * Audits a world from outside: from requests and replies, and from what people did and saw at tills and
 * phones. It reads no data of engines, journals or faults, so that it cannot repeat their defects.
 */
export function createAuditor(policy: 'attended' | 'unattended', now: () => Instant = () => 0) {
  const findings: string[] = [];
  const wires = new Map<number, Wire>();
  const replies = new Map<number, { status: number; body: unknown }>();
  const sales = new Map<string, AuditedSale>();
  /** The sale of each payment. */
  const owners = new Map<string, string>();
  const taken = new Set<string>();
  const closingCommands = new Set<string>();
  const heard = new Map<string, { readonly code: number; readonly at: Instant }>();
  const lives = new Map<string, number>();
  /** Tills whose screens say that the journal cannot be written. */
  const stuck = new Set<string>();
  /** Amounts that were captured after a screen had said that nothing would be, by payment. */
  const late = new Map<string, string>();
  /** Payments of other tills that a till refunds. */
  const refunding = new Set<string>();
  const counts = { started: 0, requests: 0, restarts: 0 };

  const find = (finding: string) => {
    if (!findings.includes(finding)) findings.push(finding);
  };
  const lifeOf = (till: string) => lives.get(till) ?? 0;
  const cannotWrite = (till: string) => stuck.has(till);

  function saleOf(name: string, till: string): AuditedSale {
    const id = saleIdOf(name);
    const known = sales.get(id);
    if (known !== undefined) return known;
    const made = createAuditedSale(id, till);
    sales.set(id, made);
    return made;
  }

  const context: AuditContext = {
    ...{ policy, find, now, sales, saleOf, lifeOf, cannotWrite, heard },
  };
  const truth = createTruth();
  const orders = createOrderAudit(context);
  const times = createTimeAudit(context);
  const statements = createStatementAudit(context, truth);
  const screens = createScreenAudit(context, { orders, times, statements });

  function auditCreate(
    sale: AuditedSale,
    { posTid, body }: Extract<CallSeen, { kind: 'create' }>,
    passage: Passage,
  ): void {
    const before = sale.bodies.get(posTid);
    if (before !== undefined && before !== body) {
      find(`sale ${posTid} was asked for with two different requests`);
    }
    sale.bodies.set(posTid, body);
    orders.calls(sale, 'create', passage);
  }

  function auditSent(till: string, call: CallSeen, passage: Passage): void {
    if (call.kind === 'create') auditCreate(saleOf(call.posTid, till), call, passage);
    if (call.kind !== 'read' && call.kind !== 'command') return;
    const { tid } = call;
    const action = call.kind === 'read' ? 'read' : call.action;
    const posTid = owners.get(tid);
    if (posTid === undefined) {
      find(`${action} of ${tid}, a payment nobody made`);
      return;
    }
    const sale = saleOf(posTid, till);
    if (sale.till !== till && !refunding.has(`${till} ${tid}`))
      find(`${till} sent ${action} of ${tid}, a payment of ${sale.till}`);
    orders.calls(sale, action, passage);
    if (call.kind === 'command') auditCommand(till, call, posTid, sale);
  }

  function auditCommand(till: string, call: CommandSeen, posTid: string, sale: AuditedSale): void {
    const { tid, action } = call;
    if (action === 'refund') {
      // The ledger says at the end whether too much went back; a refund comes after the end of its payment.
      if (heard.get(tid)?.code !== PAID)
        find(`refund of ${tid}, which the till does not know as paid`);
      return;
    }
    const end = heard.get(tid);
    if (end !== undefined && !wasWriting(sale, end.at) && !wasChoosing(sale, call, end.at)) {
      find(`${action} of ${tid} after the till had heard of its end`);
    }
    if (action === 'capture') auditCapture(call, posTid, sale);
    orders.sends(sale, call);
    if (action === 'capture') sale.captureSent = true;
    if (action === 'abort' || action === 'release') auditGivingUp(till, call, posTid, sale);
  }

  /** The same for the journalled choice between two codes. The till repeats the command until an answer. */
  function wasChoosing({ codes }: AuditedSale, { action, tid }: CommandSeen, at: Instant): boolean {
    if (codes !== 'two codes' || (action !== 'abort' && action !== 'release')) return false;
    if (now() - at <= CHOICE_MAX) closingCommands.add(`${action} ${tid}`);
    return closingCommands.has(`${action} ${tid}`);
  }

  function auditCapture(call: CommandSeen, posTid: string, sale: AuditedSale): void {
    if (taken.has(captureName(call))) {
      find(`${call.tid} was captured again after its capture had been confirmed`);
    }
    if (sale.mode === 'authorise' && !sale.captureAsked) {
      find(`money of sale ${posTid} was taken, though it was to be reserved alone`);
    }
    if (sale.dismissed !== null) {
      find(`capture of ${call.tid}, whose sale ${posTid} a person had dismissed`);
    }
  }

  function auditGivingUp(till: string, call: CommandSeen, posTid: string, sale: AuditedSale): void {
    const { action } = call;
    // A till with a machine gives up a sale by itself.
    if (sale.mode === 'vend' || sale.mode === null) return;
    // The till gives up one of two codes by itself after the other was scanned.
    if (sale.codes === 'two codes') return;
    const restarted = sale.life !== lifeOf(till);
    const byItself = policy === 'unattended' && (action === 'release' || restarted);
    if (!sale.cancelAsked && !byItself) {
      find(`${action} of ${call.tid}, though no person had given up sale ${posTid}`);
    }
  }

  return {
    findings: () => findings,
    counts: () => counts,
    tids: () => [...owners.keys()],
    tillOf: (posTid: string) => sales.get(posTid)?.till,
    sales: (): ReadonlyMap<string, AuditedSale> => sales,
    ownerOf: (one: string) => owners.get(one),
    find,
    faultsEnded: times.faultsEnded,

    /** A person refunds a payment at a till that may be another one than its own. */
    refunds: (till: string, tid: string) => void refunding.add(`${till} ${tid}`),

    /** A till begins a life. */
    began(till: string): void {
      if (lives.has(till)) counts.restarts += 1;
      lives.set(till, lifeOf(till) + 1);
      times.began(till);
      for (const sale of sales.values()) {
        if (sale.till !== till) continue;
        sale.shown = null;
        sale.lastLine = null;
        orders.restarted(sale);
      }
    },

    /** A till sends a request; returns the number for the report of its reply. */
    sent(request: WireRequest, call: CallSeen, passage: Passage): number {
      counts.requests += 1;
      const id = counts.requests;
      wires.set(id, { ...request, call });
      auditSent(request.till, call, passage);
      return id;
    },

    /** The service has answered a request; the till may not have received the answer. */
    served(id: number, status: number, body: unknown): void {
      if (status >= 500) find(`the service answered ${status}`);
      const wire = wires.get(id);
      replies.set(id, { status, body });
      if (wire?.call.kind !== 'create') return;
      const made = createdIn(body);
      if (made === null) return;
      const { posTid } = wire.call;
      const owner = owners.get(made);
      if (owner !== undefined && owner !== posTid) find(`${made} belongs to two sales`);
      owners.set(made, posTid);
      truth.made(made, posTid);
      const { tids } = saleOf(posTid, wire.till);
      const before = tids.get(posTid) ?? made;
      if (before !== made) find(`sale ${posTid} has ${before} and ${made}`);
      tids.set(posTid, made);
    },

    /** The till has received an answer with this status to a request; the status may be a false one. */
    delivered(id: number, status: number): void {
      const wire = wires.get(id);
      const reply = replies.get(id);
      if (wire === undefined || reply === undefined || reply.status !== status) return;
      const { call } = wire;
      const done = status === 204 || status === 200;
      if (call.kind === 'command' && call.action === 'capture' && done) {
        taken.add(captureName(call));
      }
      if (call.kind !== 'read') return;
      const read = outcomeIn(reply.body);
      if (read === null) return;
      const { tid, code } = read;
      const isEnd = code < 3_000 ? code >= 2_000 : code >= 4_000;
      if (isEnd && !heard.has(tid)) heard.set(tid, { code, at: now() });
    },

    /** A customer has done something with a payment, or scans a code. The service says a sentence. */
    customerDid: truth.customerDid,
    scanned: truth.scanned,
    said: truth.said,

    /** The service has captured this total of a payment, and refunded this total of it. */
    took(one: string, sum: number, refunded = 0): void {
      const owner = sales.get(saleIdOf(owners.get(one) ?? ''));
      if (owner?.mode === 'authorise' && owner.mayTake !== null && sum > owner.mayTake) {
        find(`${sum} of sale ${owner.id} was taken, where ${owner.mayTake} had been ordered`);
      }
      const id = truth.took(one, sum, refunded);
      const sale = id === null ? undefined : sales.get(id);
      if (sale === undefined) return;
      const { saidNothing, dismissed } = sale;
      const gone =
        dismissed !== null && dismissed !== 'paid' ? `it was dismissed as ${dismissed}` : null;
      const said = saidNothing === null ? gone : `its till had said "${saidNothing}"`;
      if (said !== null) late.set(one, `money of sale ${sale.id} was taken after ${said}`);
    },

    /** The till answered with a sale's id. The sale may have begun before a restart of the till. */
    started(
      till: string,
      posTid: string,
      mode: SaleMode['kind'] = 'sale',
      codes: Codes = 'one code',
    ): void {
      counts.started += 1;
      const sale = saleOf(posTid, till);
      sale.life ??= lifeOf(till);
      sale.mode = mode;
      sale.codes = codes;
    },

    /** A person at the till is about to press a button that the till offers. */
    ordered(
      till: string,
      posTid: string,
      action: SaleAction,
      answer: OrderAnswer = 'taken at once',
    ) {
      return orders.ordered(saleOf(posTid, till), action, answer);
    },

    /** A person captures a part of a reservation. */
    partOrdered(till: string, posTid: string, amount: number, rest: 'keep' | 'release') {
      return orders.partOrdered(saleOf(posTid, till), amount, rest, 'answered later');
    },

    /** The till has accepted or refused an order. */
    orderAnswered: orders.answered,

    /** What a till's screen shows now. */
    saw(till: string, list: readonly SaleView[], canWrite: 'can write' | 'cannot write'): void {
      if (canWrite === 'cannot write' || stuck.has(till)) orders.waitForDisk(till);
      if (canWrite === 'can write') stuck.delete(till);
      else stuck.add(till);
      screens.saw(till, list);
    },

    /** Compares the screens with the payments at the end. `unmatched`: payments shown without a sale. */
    finish(list: readonly SaleView[], unmatched: ReadonlySet<string>): void {
      for (const [one, finding] of late) if (!unmatched.has(one)) find(finding);
      for (const view of list) {
        const sale = sales.get(view.id);
        if (sale === undefined) continue;
        orders.finish(sale, view);
        times.audit(sale);
      }
    },
  };
}

export type Auditor = ReturnType<typeof createAuditor>;
