import { isFinal, type SaleAction, type SaleView } from '../../shared/terminal/index.ts';
import { type Instant, SECOND } from '../../shared/time/clock.ts';
import type { AuditContext, AuditedSale, MoneyOrder } from './audited-sale.ts';
import type { CommandSeen } from './calls-seen.ts';

/**
 * Longest time until the till sends the request that carries out `ask_again` or `renew`. It is counted
 * from the order, from the last request about the sale that the network disturbed, or from the last
 * screen that said that the journal cannot be written.
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

/** Whether the till answers an order later, or the auditor takes the order as accepted at once. */
export type OrderAnswer = 'answered later' | 'taken at once';

/**
 * Audits what people order at the till: the till carries out or visibly refuses each order. An accepted
 * order is valid after a restart too. An order without an answer is valid until the till stops.
 */
export function createOrderAudit(context: AuditContext) {
  const { find, now, sales, lifeOf, cannotWrite, policy } = context;
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

  /**
   * Removes a refused order from the sale's list, also when a later order was given before the answer.
   */
  function takeBack(sale: AuditedSale, refused: MoneyOrder): void {
    if (sale.order === refused) sale.order = refused.before;
    for (let later = sale.order; later !== null; later = later.before) {
      if (later.before === refused) later.before = refused.before;
    }
  }

  /** Notes that the till has accepted an order that is not about money. */
  function accept({ sale, action, at }: WaitingOrder): void {
    // The till may have carried out a later order about the place before it answers this one.
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
   * A till closes the losing one of two codes without an order. If it stopped before the order was in its
   * journal, such a call does not show that the till knows the order.
   */
  function mayBeChoice({ codes, till }: AuditedSale, { state, life }: MoneyOrder): boolean {
    return codes === 'two codes' && state !== 'binding' && life !== lifeOf(till);
  }

  /** Reports a button that is offered again in the same state: its first press had no effect. */
  function auditRepeat(sale: AuditedSale, action: SaleAction): void {
    const { order, asking } = sale;
    const isSame = order?.action === action && order.life === lifeOf(sale.till);
    const accepted = isSame ? order.accepted : null;
    const isIdle = accepted !== null && sale.since < accepted && accepted < now();
    if (isIdle || (action === 'renew' && asking?.action === action)) {
      find(`sale ${sale.id}: ${action} was accepted and not carried out`);
    }
  }

  /** Reports a sale whose rest should be released and still waits for a person. */
  function auditRest({ id, order, since, waitsWithRest, till }: AuditedSale): void {
    const isAccepted = order?.givesRest === true && order.accepted !== null;
    if (isAccepted && order.life === lifeOf(till) && waitsWithRest && since < now()) {
      find(`the rest of sale ${id} was to be given back and is still reserved`);
    }
  }

  return {
    /** Call before a person at the till presses a button that the till offers. */
    ordered(sale: AuditedSale, action: SaleAction, answer: OrderAnswer): WaitingOrder {
      sale.lastOrder = { given: now(), answered: null };
      auditRepeat(sale, action);
      if (action === 'settle') sale.settleAsked = true;
      if (action === 'capture' || action === 'release') auditRest(sale);
      if (action === 'capture') sale.mayTake = null;
      if (action === 'cancel' || action === 'release' || action === 'capture') {
        return give(sale, action, answer);
      }
      const { aside } = sale;
      // Until the till answers, the sale may be in either place.
      if (PLACING.includes(action)) {
        sale.aside = null;
        sale.placed = now();
      }
      const life = lifeOf(sale.till);
      return { sale, action, order: null, aside, life, at: now() };
    },

    /** A person captures a part; with `release` the till releases the rest by itself. */
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
      // A till that cannot write its journal loses accepted orders in a crash, and its screen says so.
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
      // The till must read the sale's state before it can send the command.
      else if (passage === 'disturbed') sale.asking = { ...asking, at: now() };
    },

    /** The till waits for its disk: a request with a scanned customer must not be sent before. */
    waitForDisk(till: string): void {
      for (const sale of sales.values()) {
        if (sale.till === till && sale.asking !== null) sale.asking = { ...sale.asking, at: now() };
      }
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
      // The till sets an undelivered sale aside by itself, so that a person handles it.
      if (kind === 'undelivered') sale.aside = null;
      const { aside, dismissed } = sale;
      // After a restart every ended sale is in the history, which counts as aside.
      if (aside !== null && view.aside !== aside && !(isOver && view.aside)) {
        find(`sale ${sale.id} was put ${aside ? 'aside' : 'on the main screen'} and is not there`);
      }
      if (dismissed !== null && kind !== dismissed && kind !== 'refunded') {
        find(`sale ${sale.id} is ${kind} after a person had dismissed it as ${dismissed}`);
      }
    },

    /** Compares the last order for the sale with the state at the end. */
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
      // The service may have carried out a capture that the till sent before.
      return state.kind !== 'paid' || sale.captureSent;
    case 'capture': {
      // The service may have carried out an abort that the till sent before.
      if (sale.backSent) return true;
      // Without a cashier the till gives back what it cannot capture.
      if (policy === 'unattended' && mode.kind !== 'authorise') return true;
      return state.kind !== 'aborted' && state.kind !== 'released' && state.kind !== 'declined';
    }
  }
}
