import { z } from 'zod';
import type { SaleAction, SaleMode, SaleStateKind } from '../../shared/terminal/index.ts';
import { type CallSeen, type CommandSeen, callOf, captureName } from './calls-seen.ts';
import type { WireRequest } from './network.ts';

/** What a person at a till can see of one of its sales. */
export type Shown = {
  readonly id: string;
  readonly kind: SaleStateKind;
  readonly tid: string | null;
  readonly amount: number;
};

type Codes = 'one code' | 'two codes';
type Wire = WireRequest & { readonly call: CallSeen };
/** A sale as the auditor knows it: from what was asked of tills and what was answered. */
type Known = {
  readonly till: string;
  /** The till's life in which someone was told that it had begun; null when nobody was. */
  life: number | null;
  /** What was asked for under each name: two where a screen and a sticker are live together. */
  readonly bodies: Map<string, string>;
  readonly tids: Map<string, string>;
  /** The last thing a person ordered, and whether the till has begun to do it. */
  order: { readonly action: SaleAction; readonly life: number; begun: boolean } | null;
  cancelAsked: boolean;
  captureAsked: boolean;
  /** What was asked for, where someone was told that it had begun. */
  mode: SaleMode['kind'] | null;
  codes: Codes;
  /** What the till's screen said last, in this life of the till. */
  shown: SaleStateKind | null;
  /** How it ended, as it was said first. */
  ended: SaleStateKind | null;
};

const created = z.object({ id: z.string() });
const outcomeRead = z.object({ tid: z.string(), status_code: z.number() });

const FINAL_KINDS: ReadonlySet<SaleStateKind> = new Set([
  'paid',
  'declined',
  'expired',
  'aborted',
  'released',
  'refunded',
  'refused',
  'failed',
]);

/**
 * Judges a world from outside: from requests and replies, and from what people did and saw at tills
 * and phones. It knows nothing of engines, journals or faults, so it cannot be wrong with them.
 */
export function createAuditor(policy: 'attended' | 'unattended') {
  const findings: string[] = [];
  const wires = new Map<number, Wire>();
  const replies = new Map<number, { status: number; body: unknown }>();
  const sales = new Map<string, Known>();
  /** Payment to the sale it was made for. */
  const owners = new Map<string, string>();
  const taken = new Set<string>();
  /** The final code of a payment, once the till has heard it. */
  const heard = new Map<string, number>();
  const lives = new Map<string, number>();
  /** Tills whose screens say that the journal cannot be written. */
  const forgetful = new Set<string>();
  const counts = { started: 0, requests: 0, restarts: 0 };

  const find = (finding: string) => {
    if (!findings.includes(finding)) findings.push(finding);
  };
  const lifeOf = (till: string) => lives.get(till) ?? 0;

  function saleOf(name: string, till: string): Known {
    const posTid = saleIdOf(name);
    const known = sales.get(posTid);
    if (known !== undefined) return known;
    const made: Known = {
      till,
      life: null,
      bodies: new Map(),
      tids: new Map(),
      codes: 'one code',
      order: null,
      cancelAsked: false,
      captureAsked: false,
      mode: null,
      shown: null,
      ended: null,
    };
    sales.set(posTid, made);
    return made;
  }

  function judgeSent(till: string, call: CallSeen): void {
    if (call.kind === 'create') {
      const sale = saleOf(call.posTid, till);
      const before = sale.bodies.get(call.posTid);
      if (before !== undefined && before !== call.body) {
        find(`sale ${call.posTid} was asked for with two different requests`);
      }
      sale.bodies.set(call.posTid, call.body);
      return;
    }
    if (call.kind !== 'command') return;
    const { tid, action } = call;
    const posTid = owners.get(tid);
    if (posTid === undefined) {
      find(`${action} of ${tid}, a payment nobody made`);
      return;
    }
    const sale = saleOf(posTid, till);
    if (heard.has(tid)) find(`${action} of ${tid} after the till had heard of its end`);
    if (action === 'capture') judgeCapture(call, posTid, sale);
    if (action === 'abort' || action === 'release') judgeGivingUp(till, call, posTid, sale);
  }

  function judgeCapture(call: CommandSeen, posTid: string, sale: Known): void {
    if (taken.has(captureName(call))) {
      find(`${call.tid} was captured again after its capture had been confirmed`);
    }
    if (sale.mode === 'authorise' && !sale.captureAsked) {
      find(`money of sale ${posTid} was taken, though it was to be reserved alone`);
    }
    const { order } = sale;
    if (order === null || order.action === 'capture') return;
    if (order.begun || order.life === lifeOf(sale.till)) {
      find(`money of sale ${posTid} was taken after someone had ordered: ${order.action}`);
    }
  }

  function judgeGivingUp(till: string, call: CommandSeen, posTid: string, sale: Known): void {
    const { action, tid } = call;
    // A till that says it cannot write anything down forgets in a crash what it was told.
    const remembers = !forgetful.has(till);
    if (sale.order !== null && sale.order.action !== 'capture') sale.order.begun = remembers;
    // Nobody stands beside a machine: its sales are given up by themselves.
    if (sale.mode === 'vend' || sale.mode === null) return;
    // Of two codes one is given up by itself, once the other was scanned.
    if (sale.codes === 'two codes') return;
    const restarted = sale.life !== lifeOf(sale.till);
    const byItself = policy === 'unattended' && (action === 'release' || restarted);
    if (!sale.cancelAsked && !byItself) {
      find(`${action} of ${tid}, though nobody had given up sale ${posTid}`);
    }
  }

  return {
    findings: () => findings,
    counts: () => counts,
    tids: () => [...owners.keys()],

    /** A till begins a life. */
    began(till: string): void {
      if (lives.has(till)) counts.restarts += 1;
      lives.set(till, lifeOf(till) + 1);
      // What was on the screen and not yet on the disk may be asked for once more.
      for (const sale of sales.values()) if (sale.till === till) sale.shown = null;
    },

    /** A till sends a request; answers the number under which its reply is to be told. */
    sent(request: WireRequest): number {
      const call = callOf(request);
      counts.requests += 1;
      const id = counts.requests;
      wires.set(id, { ...request, call });
      judgeSent(request.till, call);
      return id;
    },

    /** The service has answered a request, whoever hears it. */
    served(id: number, status: number, body: unknown): void {
      if (status >= 500) find(`the service answered ${status}`);
      const wire = wires.get(id);
      replies.set(id, { status, body });
      if (wire?.call.kind !== 'create') return;
      const made = created.safeParse(body);
      if (!made.success) return;
      const { posTid } = wire.call;
      const owner = owners.get(made.data.id);
      if (owner !== undefined && owner !== posTid) find(`${made.data.id} belongs to two sales`);
      owners.set(made.data.id, posTid);
      const { tids } = saleOf(posTid, wire.till);
      const before = tids.get(posTid) ?? made.data.id;
      if (before !== made.data.id) find(`sale ${posTid} has ${before} and ${made.data.id}`);
      tids.set(posTid, made.data.id);
    },

    /** The till has got an answer of this status, true or false, to a request. */
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
      const read = outcomeRead.safeParse(reply.body);
      if (!read.success) return;
      const { tid, status_code } = read.data;
      if (status_code < 3_000 ? status_code >= 2_000 : status_code >= 4_000) {
        heard.set(tid, status_code);
      }
    },

    /** Someone at the till started a sale and was told its id. */
    started(
      till: string,
      posTid: string,
      mode: SaleMode['kind'] = 'sale',
      codes: Codes = 'one code',
    ): void {
      counts.started += 1;
      const sale = saleOf(posTid, till);
      sale.life = lifeOf(till);
      sale.mode = mode;
      sale.codes = codes;
    },

    /** Someone at the till is about to press a button that the till offers. */
    ordered(till: string, posTid: string, action: SaleAction): void {
      const sale = saleOf(posTid, till);
      if (action !== 'cancel' && action !== 'release' && action !== 'capture') return;
      if (action === 'capture') sale.captureAsked = true;
      else sale.cancelAsked = true;
      sale.order = { action, life: lifeOf(till), begun: false };
    },

    /** Someone takes a part and gives the rest up; the till does both by itself from here on. */
    partOrdered(till: string, posTid: string, rest: 'keep' | 'release'): void {
      const sale = saleOf(posTid, till);
      sale.captureAsked = true;
      if (rest === 'release') sale.cancelAsked = true;
      sale.order = { action: 'capture', life: lifeOf(till), begun: false };
    },

    /** What a till's screen says now. */
    saw(till: string, list: readonly Shown[], canWrite: 'can write' | 'cannot write'): void {
      if (canWrite === 'can write') forgetful.delete(till);
      else forgetful.add(till);
      // Of two codes the one that lost has a line of its own while money hangs on it.
      const leads = list.filter(({ id }) => saleIdOf(id) === id);
      for (const { id, kind, tid } of leads) {
        const sale = saleOf(id, till);
        const before = sale.shown;
        sale.shown = kind;
        if (before !== null && FINAL_KINDS.has(before) && before !== kind && kind !== 'refunded') {
          find(`sale ${id} was ${before} and is ${kind} now`);
        }
        if (!FINAL_KINDS.has(kind) || before === kind) continue;
        // What was never asked of the service is ended by the till alone.
        if (sale.tids.size === 0 && kind !== 'paid') continue;
        if (sale.ended !== null && !sameEnd(sale.ended, kind, sale.codes)) {
          find(`sale ${id} ended as ${sale.ended} and then as ${kind}`);
        }
        // Which of two codes counted, a till that cannot write does not know after a crash.
        const remembers = sale.codes === 'one code' || !forgetful.has(till);
        if (remembers) sale.ended = kind;
        const code = tid === null ? undefined : heard.get(tid);
        if (kind === 'paid' && code !== 2000) {
          find(`sale ${id} is shown as paid, but the till was never told so`);
        }
        if (kind !== 'refused' && code === undefined) {
          find(`sale ${id} is shown as ${kind}, but the till was never told of an end`);
        }
      }
    },
    sales: () => sales,
    ownerOf: (tid: string) => owners.get(tid),
    find,
  };
}

/** The sticker's request of a sale that has a code on the screen as well is named after it. */
export const saleIdOf = (posTid: string) => posTid.replace(/\.s$/, '');

/**
 * Cancelled and given back are one end: the money is the customer's. Of two codes that came to
 * nothing a till may tell the one story or the other.
 */
function sameEnd(one: SaleStateKind, other: SaleStateKind, codes: Codes): boolean {
  if (one === other || other === 'refunded') return true;
  if (codes === 'two codes') return one !== 'paid' && other !== 'paid';
  const back: readonly SaleStateKind[] = ['aborted', 'released'];
  return back.includes(one) && back.includes(other);
}

export type Auditor = ReturnType<typeof createAuditor>;
