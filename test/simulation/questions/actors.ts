import { readBookLine } from '../../../main/host/books/book-files.ts';
import type { CustomerAnswer } from '../../../shared/device/questions/question.ts';
import type { Auditor } from '../auditor.ts';
import type { Prng } from '../prng.ts';
import type { Till } from '../till.ts';
import type { VirtualTime } from '../virtual-time.ts';
import { createAskingScreen } from './asking-screen.ts';
import type { QuestionAudit } from './audit.ts';
import { createDisplay } from './display.ts';
import { createRegister } from './register.ts';

/** How the customers of a till with bills are asked. */
export type QuestionFeatures = {
  /** How many displays the customers have; two show the same question. */
  readonly displays: number;
  /** How many things the cashier at the asking screen does. */
  readonly acts: number;
  /** Odds that the connection of a screen breaks at a message. */
  readonly cut: number;
};

/** Most worlds with bills ask their customers. */
export function drawQuestions(prng: Prng): QuestionFeatures | null {
  if (prng.chance(0.3)) return null;
  return {
    displays: prng.between(1, 2),
    acts: prng.between(10, 40),
    cut: prng.pick([0, 0.01, 0.04]),
  };
}

export type AskingParts = {
  readonly till: Till;
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly auditor: Auditor;
  readonly audit: QuestionAudit;
  readonly say: (line: string) => void;
  readonly features: QuestionFeatures;
  /** Odds that an answer of the till to the register is lost. */
  readonly lost: number;
  readonly isFinishing: () => boolean;
};

/** Everybody who asks at a till and everybody who is asked. */
export function openAsking(parts: AskingParts) {
  const { till, prng, auditor, audit, features, isFinishing } = parts;
  const cut = () => (isFinishing() ? 0 : features.cut);
  const shared = { till, time: parts.time, audit, say: parts.say, cut, isFinishing };
  const given = new Map<string, CustomerAnswer>();
  const displays = Array.from({ length: features.displays }, (_, place) => {
    const name = `${till.name}-d${place + 1}`;
    return createDisplay({ ...shared, name, given, prng: prng.fork(name) });
  });
  const name = `${till.name}-q`;
  const screenParts = { ...shared, name, auditor, acts: features.acts };
  const screen = createAskingScreen({ ...screenParts, prng: prng.fork(name) });
  const register = createRegister({ ...shared, lost: parts.lost, prng: prng.fork('register') });
  return {
    isDone: () => screen.isDone() && register.isDone(),
    stop: () => {
      for (const one of [...displays, screen, register]) one.stop();
    },
    /** Audits at the end what the questions left. */
    finish: () => {
      if (!screen.isDone()) auditor.find(`${name} waits for a customer for ever`);
      if (!register.isDone()) auditor.find(`the register of ${till.name} waits for ever`);
      const facts = till.bookLines().flatMap(({ text }) => {
        const read = readBookLine(text);
        return read.ok ? [read.entry.fact] : [];
      });
      audit.finish(till.questionHost()?.questions ?? null, facts);
    },
  };
}

export type Asking = ReturnType<typeof openAsking>;
