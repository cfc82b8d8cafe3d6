import { isFinal, type SaleAction, type SaleView } from '../../shared/terminal/index.ts';
import { type Instant, SECOND } from '../../shared/time/clock.ts';
import type { AuditContext, AuditedSale, MoneyOrder } from './audited-sale.ts';
import type { CommandSeen } from './calls-seen.ts';

/**
 * Longest time to the request that carries out `ask_again` or `renew`: from the order, or from the last
 * request about the sale that the network disturbed.
 */
const SOON = 30 * SECOND;

const PLACING: readonly SaleAction[] = ['set_aside', 'bring_to_front', 'dismiss'];

/** An order that waits for the till's answer. */
export type WaitingOrder = {
  readonly sale: AuditedSale;
  readonly action: SaleAction;
  /** Null for an order that is not about money. */
  readonly order: MoneyOrder | null;
  readonly aside: boolean | null;
  readonly life: number;
  readonly at: Instant;
};

/** Whether a request arrives and is answered, or the network does something else with it. */
export type Passage = 'served' | 'disturbed';

/** How a call of the auditor says what becomes of an order. */
export type OrderAnswer = 'answered later' | 'taken at once';

/**
 * Audits orders of people: each is carried out or refused visibly. An order that the till has
 * accepted holds after a restart as well; one without an answer holds in this life of the till.
 */
export function createOrderAudit(context: AuditContext) {
  const { find, now, lifeOf, cannotWrite, policy } = context;
  function give(
    sale: AuditedSale,
    action: MoneyOrder['action'],
    answer: OrderAnswer,
    givesRest = false,
  ): WaitingOrder {
    if (action === 'capture') sale.captureAsked = true;
    else sale.cancelAsked = true;
    const { order: before, aside } = sale;
    const state: MoneyOrder['state'] = answer === 'answered later' ? 'asked' : 'this life';
    const life = lifeOf(sale.till);
    const given = { action, life, state, givesRest, before };
    const order: MoneyOrder = { ...given, begun: false, accepted: null };
    sale.order = order;
    return { sale, action, order, aside, life, at: now() };
  }

  /** A refused order never was, also when another one was given before its answer. */
  function takeBack(sale: AuditedSale, refused: MoneyOrder): void {
    if (sale.order === refused) sale.order = refused.before;
    for (let later = sale.order; later !== null; later = later.before) {
      if (later.before === refused) later.before = refused.before;
    }
  }

  /** The till has accepted an order that is about something other than money. */
  function accept({ sale, action, at }: WaitingOrder): void {
    // A later order about the place may have its effect before its answer.
    if (action === 'set_aside') sale.aside = sale.placed === at ? true : null;
    if (action === 'bring_to_front') sale.aside = sale.placed === at ? false : null;
    if (action === 'settle') sale.settled = true;
    if (action === 'ask_again' || action === 'renew') {
      // The till may have sent the request before it answered.
      const sent = action === 'renew' ? sale.renewalSent : sale.requestSent;
      const isSent = sent !== null && sent >= at;
      // The request that carries out the first of two equal orders carries out both.
      if (!isSent && sale.asking?.action !== action) sale.asking = { action, at };
    }
    if (action !== 'dismiss') return;
    sale.aside = true;
    sale.dismissed = sale.shown;
  }

  /**
   * A till closes the one of two codes that lost without an order. Where it stopped before the order was
   * safe in its journal, this is no sign that it knows of it.
   */
  function mayBeChoice({ codes, till }: AuditedSale, { state, life }: MoneyOrder): boolean {
    return codes === 'two codes' && state !== 'binding' && life !== lifeOf(till);
  }

  /** A button that is pressed again in the same state did nothing the first time. */
  function auditRepeat(sale: AuditedSale, action: SaleAction): void {
    const { order, asking } = sale;
    const isSame = order?.action === action && order.life === lifeOf(sale.till);
    const accepted = isSame ? order.accepted : null;
    const isIdle = accepted !== null && sale.since < accepted && accepted < now();
    if (isIdle || (action === 'renew' && asking?.action === action)) {
      find(`sale ${sale.id}: ${action} was accepted and not carried out`);
    }
  }

  /** The rest of a part that was to be given back must not wait for a person. */
  function auditRest({ id, order, since, waitsWithRest, till }: AuditedSale): void {
    const isAccepted = order?.givesRest === true && order.accepted !== null;
    if (isAccepted && order.life === lifeOf(till) && waitsWithRest && since < now()) {
      find(`the rest of sale ${id} was to be given back and is still reserved`);
    }
  }

  return {
    /** A person at the till is about to press a button that the till offers. */
    ordered(sale: AuditedSale, action: SaleAction, answer: OrderAnswer): WaitingOrder {
      sale.lastOrder = { given: now(), answered: null };
      auditRepeat(sale, action);
      if (action === 'capture' || action === 'release') auditRest(sale);
      if (action === 'capture') sale.mayTake = null;
      if (action === 'cancel' || action === 'release' || action === 'capture') {
        return give(sale, action, answer);
      }
      const { aside } = sale;
      // Until the till has answered, it may be in the one place or in the other.
      if (PLACING.includes(action)) {
        sale.aside = null;
        sale.placed = now();
      }
      const life = lifeOf(sale.till);
      return { sale, action, order: null, aside, life, at: now() };
    },

    /** A person takes a part; with `release` the till gives the rest back by itself. */
    partOrdered(
      sale: AuditedSale,
      amount: number,
      rest: 'keep' | 'release',
      answer: OrderAnswer,
    ): WaitingOrder {
      sale.lastOrder = { given: now(), answered: null };
      if (sale.mayTake !== null) sale.mayTake += amount;
      auditRest(sale);
      if (rest === 'release') sale.cancelAsked = true;
      return give(sale, 'capture', answer, rest === 'release');
    },

    answered(waiting: WaitingOrder, accepted: boolean): void {
      const { sale, action, order, aside, life, at } = waiting;
      if (life !== lifeOf(sale.till)) return;
      if (sale.lastOrder?.given === at) sale.lastOrder = { given: at, answered: now() };
      if (!accepted) {
        if (order !== null) takeBack(sale, order);
        else if (PLACING.includes(action) && sale.placed === at) sale.aside = aside;
        return;
      }
      // What a till that cannot write has accepted is lost in a crash, and its screen says so.
      const binds = !cannotWrite(sale.till);
      if (order === null) {
        if (binds) accept(waiting);
        return;
      }
      order.state = binds ? 'binding' : 'this life';
      order.accepted = now();
      sale.asking = null;
    },

    /** A till sends a command about a sale. */
    sends(sale: AuditedSale, call: CommandSeen): void {
      const { order } = sale;
      if (call.action === 'abort' || call.action === 'release') {
        sale.backSent = true;
        const isOrdered = order !== null && order.action !== 'capture';
        if (isOrdered && !mayBeChoice(sale, order)) order.begun = !cannotWrite(sale.till);
      }
      if (call.action !== 'capture' || order === null || order.action === 'capture') return;
      const inLife = order.state === 'this life' && order.life === lifeOf(sale.till);
      if (order.begun || order.state === 'binding' || inLife) {
        find(`money of sale ${sale.id} was taken after a person had ordered: ${order.action}`);
      }
    },

    /** A till sends any request about a sale. */
    calls(sale: AuditedSale, action: string, passage: Passage): void {
      const { asking } = sale;
      sale.requestSent = now();
      if (action === 'reauth') sale.renewalSent = now();
      if (asking === null) return;
      if (now() - asking.at > SOON) find(`sale ${sale.id}: ${asking.action} came too late`);
      const carriesOut = asking.action !== 'renew' || action === 'reauth';
      if (carriesOut) sale.asking = null;
      // Before it can send the command, the till must hear how the sale stands.
      else if (passage === 'disturbed') sale.asking = { ...asking, at: now() };
    },

    /** The till has stopped and started again. */
    restarted(sale: AuditedSale): void {
      sale.asking = null;
    },

    /** A screen shows a sale. */
    sees(sale: AuditedSale, view: SaleView): void {
      const { kind } = view.state;
      sale.waitsWithRest = kind === 'authorised' && view.state.because === 'part_captured';
      const isOver = isFinal(view.state);
      if (sale.asking !== null && isOver) sale.asking = null;
      if (sale.settled && kind === 'undelivered') {
        find(`sale ${sale.id} is open again after a person had settled it`);
      }
      // What a machine did not deliver the till puts aside by itself, for a person to see to.
      if (kind === 'undelivered') sale.aside = null;
      const { aside, dismissed } = sale;
      // After a restart every ended sale is history, which is aside.
      if (aside !== null && view.aside !== aside && !(isOver && view.aside)) {
        find(`sale ${sale.id} was put ${aside ? 'aside' : 'on the main screen'} and is not there`);
      }
      if (dismissed !== null && kind !== dismissed && kind !== 'refunded') {
        find(`sale ${sale.id} is ${kind} after a person had dismissed it as ${dismissed}`);
      }
    },

    /** Compares at the end the last order of each person with what became of the sale. */
    finish(sale: AuditedSale, view: SaleView): void {
      const { order, asking } = sale;
      if (asking !== null && now() - asking.at > SOON) {
        find(`sale ${sale.id}: ${asking.action} was neither carried out nor refused`);
      }
      if (order === null || order.state !== 'binding') return;
      if (!isCarriedOut(order, sale, view, policy)) {
        const { action } = order;
        find(
          `sale ${sale.id} is ${view.state.kind}: ${action} was neither carried out nor refused`,
        );
      }
    },
  };
}

/** Whether a sale's end agrees with the last accepted order about its money. */
function isCarriedOut(
  order: MoneyOrder,
  sale: AuditedSale,
  { state, mode }: SaleView,
  policy: 'attended' | 'unattended',
): boolean {
  switch (order.action) {
    case 'cancel':
    case 'release':
      // A capture that was sent before may have been carried out first.
      return state.kind !== 'paid' || sale.captureSent;
    case 'capture': {
      // An abort that was sent before may have been carried out first.
      if (sale.backSent) return true;
      // Without a person the till gives back what it cannot take.
      if (policy === 'unattended' && mode.kind !== 'authorise') return true;
      return state.kind !== 'aborted' && state.kind !== 'released' && state.kind !== 'declined';
    }
  }
}
