import { act, cancelRead, readNow } from './actions.ts';
import { onAnswer } from './answers.ts';
import { addLine, addLineOnce } from './apply-record.ts';
import type { SaleContext, SaleEvent, Transition } from './events.ts';
import { scheduleNext } from './next-call.ts';
import { recordOutcome, recordRefunds } from './outcome-reducer.ts';
import { cancelOther, choose } from './pair.ts';
import { takePart } from './part-capture.ts';
import { isMoneyOver, isOver, listens, type Sale } from './sale.ts';
import { addRecord, withRun } from './transition.ts';
import { onRefundEnd, onVendResult, resumeVend } from './vend-result.ts';

/**
 * The core of the terminal: applies an event to a sale and returns the new state and the steps to carry
 * out. A pure function, so that a test can play every race.
 */
export function reduce(sale: Sale, event: SaleEvent, context: SaleContext): Transition {
  const begin: Transition = { sale, steps: [] };
  return scheduleNext(handle(begin, event, context), context);
}

function handle(transition: Transition, event: SaleEvent, context: SaleContext): Transition {
  switch (event.kind) {
    case 'begin':
      if (transition.sale.facts.mode.kind !== 'vend') return transition;
      return resumeVend(transition, context);
    case 'tick':
      return transition;
    case 'dispensed':
      return onVendResult(transition, event.result, context);
    case 'receipt':
      return addRecord(transition, { kind: 'receipt', how: event.how }, context);
    case 'refund_ended':
      return onRefundEnd(transition, event.how, context);
    case 'refund_made':
      return recordRefunds(transition, event.sum, context);
    case 'answered':
      if (event.serial !== transition.sale.run.serial) return transition;
      return onAnswer(transition, event.answer, context);
    case 'look':
      return readNow(transition, context);
    case 'message':
      return onMessage(transition, event.key, event.text, context);
    case 'action':
      return act(transition, event.action, context);
    case 'scan':
      return onScan(transition, event.token, context);
    case 'chosen':
      return choose(transition, event.leg, context);
    case 'cancelled_with':
      return cancelOther(transition, context);
    case 'take_part': {
      const taking = takePart(transition, event.part, event.rest, context);
      return taking === transition ? transition : cancelRead(taking);
    }
    case 'outcome':
      return isMoneyOver(transition.sale.facts)
        ? recordOutcome(transition, event.outcome, context)
        : readNow(transition, context);
  }
}

/** The first customer who scans the code gets the request. */
function onScan(
  transition: Transition,
  token: string,
  context: Pick<SaleContext, 'now'>,
): Transition {
  const { facts } = transition.sale;
  if (facts.awaits === null || isOver(facts)) return transition;
  const bound = addRecord(transition, { kind: 'bound', token }, context);
  return withRun(bound, { restored: false, due: context.now });
}

/** A display message. It can show progress, but it never decides about money (D-147). */
function onMessage(
  transition: Transition,
  key: string | null,
  text: string,
  context: Pick<SaleContext, 'now'>,
): Transition {
  const { sale } = transition;
  const { now } = context;
  if (isOver(sale.facts)) return transition;
  switch (key) {
    case 'delivered':
      // A sticker's request reaches a customer only by a scan.
      if (listens(sale.facts)) return recordScan(transition, context);
      return { ...transition, sale: addLineOnce(sale, now, 'request_delivered') };
    case 'opened':
      return recordScan(transition, context);
    case 'authorised':
      return { ...transition, sale: addLineOnce(sale, now, 'approved') };
    case 'tip_added':
      return { ...transition, sale: addLineOnce(sale, now, 'additional_changed') };
    case 'rejected':
    case 'expired':
      // The outcome adds this line.
      return transition;
    default:
      return { ...transition, sale: addLine(sale, now, 'from_service', { text }) };
  }
}

function recordScan(transition: Transition, context: Pick<SaleContext, 'now'>): Transition {
  return transition.sale.facts.scanned
    ? transition
    : addRecord(transition, { kind: 'scanned' }, context);
}
