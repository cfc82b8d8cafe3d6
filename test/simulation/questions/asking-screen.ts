import { NOTHING_KEPT, type ScreenDevice } from '../../../renderer/state/bills/bills.ts';
import type { KeptDeck } from '../../../renderer/state/goods-state.ts';
import { receiptEmailOf } from '../../../renderer/state/receipt-email.ts';
import { createTill } from '../../../renderer/state/till-store.ts';
import type { Bridge, Snapshot } from '../../../shared/device/bridge/contract.ts';
import type { AnyAnswer, Command } from '../../../shared/device/commands/table.ts';
import { tenderId } from '../../../shared/ids/host-ids.ts';
import { type MoneyInteger, money } from '../../../shared/money/money.ts';
import type { Auditor } from '../auditor.ts';
import type { Prng } from '../prng.ts';
import type { Till } from '../till.ts';
import type { VirtualTime } from '../virtual-time.ts';
import { type AskingActs, createActs } from './asking-acts.ts';
import type { QuestionAudit, Target } from './audit.ts';
import { createWire } from './wire.ts';

export type AskingScreenParts = {
  readonly name: string;
  readonly till: Till;
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly auditor: Auditor;
  readonly audit: QuestionAudit;
  readonly say: (line: string) => void;
  /** How many things the cashier does. */
  readonly acts: number;
  /** Odds that the connection breaks at a message. */
  readonly cut: () => number;
  /** In the last part of a world the cashier only ends what is open. */
  readonly isFinishing: () => boolean;
};

/** A question for a tip that a screen has asked. */
export type TipAsked = {
  readonly id: string;
  readonly bill: string;
  readonly price: MoneyInteger;
};

/**
 * A cashier's screen with the product's own state, which asks customers for numbers, tips and addresses. The auditor
 * learns for which bill or payment the screen has asked, and with which tip it orders a payment.
 */
export function createAskingScreen(parts: AskingScreenParts) {
  const { name, till, time, prng, auditor, audit, say } = parts;
  /** What the screen has asked for a payment that has not begun. */
  let lastTip: TipAsked | null = null;
  /** The questions for whose answers the cashier did not wait while nobody heard of an answer: the till was away. */
  const skipped = new Set<string>();
  const heard = new Set<string>();
  const wire = createWire<Snapshot>({
    ...{ time, prng, cut: parts.cut, onLife: till.onLife },
    end: () => till.questionHost()?.cashier ?? null,
  });
  const bridge: Bridge = {
    subscribe: wire.subscribe,
    onLink: wire.onLink,
    call: async (command) => {
      const target = targetOf(command);
      // A customer who cannot be asked gives no tip, whatever was asked before.
      if (command.type === 'ask_tip') lastTip = null;
      if (command.type === 'pay_bill') notePayment(command);
      const answer = await wire.call(command).catch((broken: unknown) => {
        if (command.type === 'skip_question') skipped.add(command.question);
        throw broken;
      });
      say(`${name}: ${wordsOf(command)} ${answer.ok ? 'done' : answer.refusal.description}`);
      if (answer.ok) noteAnswer(command, target, answer);
      return answer;
    },
  };
  const screen = createTill(bridge, deviceOf(name, time));
  const email = receiptEmailOf(screen);
  const acts: AskingActs = createActs({ ...parts, screen, email, lastTip: () => lastTip });

  /** What the screen asks for, before it knows the question's id. */
  function targetOf(command: Command): Target | null {
    switch (command.type) {
      case 'ask_member':
        return { kind: 'member', bill: acts.deck()?.bill ?? '' };
      case 'ask_tip': {
        const bill = screen.bills.current()?.id ?? '';
        const price = money(command.price);
        if (acts.isSecondTry(bill, price)) {
          auditor.find(`${name}: the customer of ${bill} is asked twice for a tip on ${price}`);
        }
        return { kind: 'tip', bill, price };
      }
      case 'ask_receipt_email': {
        const of = screen.store.getState().email?.of;
        return { kind: 'email', tender: of?.kind === 'tender' ? of.id : 'tender:' };
      }
      default:
        return null;
    }
  }

  function noteAnswer(
    command: Command,
    target: Target | null,
    answer: AnyAnswer & { ok: true },
  ): void {
    // The tip is of this payment; the next one of the same bill and price has its own question.
    if (command.type === 'pay_bill') lastTip = null;
    const id = idIn(answer);
    if (id === null) return;
    if (target !== null) {
      audit.askedFor(id, target);
      if (target.kind === 'tip') lastTip = { ...target, id };
    }
    if (command.type !== 'pay_bill') return;
    say(`${name}: sale ${id} pays ${command.bill}`);
    auditor.started(till.name, id);
  }

  function notePayment({ id, bill, amount, tip }: Command & { type: 'pay_bill' }): void {
    const isOfTip = lastTip?.bill === bill && lastTip.price === amount;
    const question = isOfTip ? (lastTip?.id ?? null) : null;
    const { snapshot } = screen.store.getState();
    const found = snapshot?.questions?.ended.find((one) => one.id === question)?.end ?? null;
    const end = question !== null && skipped.has(question) ? null : found;
    if (tip > 0 && acts.isSecondTry(bill, money(amount))) {
      audit.count('second try with the same tip');
    }
    audit.pays(tenderId(id), question, money(tip), end);
  }

  wire.subscribe(({ questions }) => {
    for (const { id, end } of questions?.ended ?? []) {
      if (!heard.has(id)) audit.hears(id, end);
      heard.add(id);
    }
  });

  return {
    isDone: acts.isDone,
    stop: () => {
      acts.stop();
      wire.stop();
      screen.stop();
    },
  };
}

function deviceOf(name: string, time: VirtualTime): ScreenDevice {
  let ids = 0;
  let kept = NOTHING_KEPT;
  let deck: KeptDeck | null = null;
  return {
    now: time.now,
    newId: () => {
      ids += 1;
      return `${name}-${ids}`;
    },
    after: time.after,
    kept: () => kept,
    keptDeck: () => deck,
    keepDeck: (next) => {
      deck = next;
    },
    keep: (bills) => {
      kept = bills;
    },
  };
}

/** A command in words, for the world's trace. */
function wordsOf(command: Command): string {
  const what = command.type === 'bill' ? command.act.act : command.type;
  return 'bill' in command ? `${what} on ${command.bill}:` : `${what}:`;
}

function idIn({ value }: AnyAnswer & { ok: true }): string | null {
  const { id = null }: { readonly id?: string | null } = Object(value);
  return id;
}
