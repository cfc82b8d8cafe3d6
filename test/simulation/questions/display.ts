import type { CustomerView } from '../../../shared/device/bridge/customer-view.ts';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import type { CustomerAnswer, QuestionForm } from '../../../shared/device/questions/question.ts';
import type { QuestionView } from '../../../shared/device/questions/view.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import type { Prng } from '../prng.ts';
import type { Till } from '../till.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { QuestionAudit } from './audit.ts';
import { createWire } from './wire.ts';

export type DisplayParts = {
  readonly name: string;
  readonly till: Till;
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly audit: QuestionAudit;
  readonly say: (line: string) => void;
  /** Odds that the connection breaks at a message. */
  readonly cut: () => number;
  /** The answers that customers at this till have given, by question; the displays of a till share it. */
  readonly given: Map<string, CustomerAnswer>;
};

/** Odds that a customer gives no answer, that a tap counts twice, and that an answer comes again much later. */
const SILENT = 0.15;
const TWICE = 0.15;
const AGAIN = 0.4;
/** Longest time that a customer thinks, and after which an answer comes again, in milliseconds. */
const THINKS = 11 * SECOND;
const MUCH_LATER = 90 * SECOND;

/** A customer's display and the customers in front of it. They answer in time, too late, twice, and again later. */
export function createDisplay(parts: DisplayParts) {
  const { name, till, time, prng, audit, say, given } = parts;
  const wire = createWire<CustomerView>({
    ...{ time, prng, cut: parts.cut, onLife: till.onLife },
    end: () => till.questionHost()?.display ?? null,
  });
  const seen = new Set<string>();

  function look({ question }: CustomerView): void {
    const open = question?.question;
    if (open === undefined || seen.has(open.id)) return;
    seen.add(open.id);
    if (prng.chance(SILENT)) return;
    const answer = given.get(open.id) ?? answerTo(open.form, prng);
    if (given.has(open.id)) audit.count('answer of another display');
    given.set(open.id, answer);
    audit.gives(open.id, answer);
    time.after(prng.between(200, THINKS), () => void send(open, answer));
    if (prng.chance(AGAIN)) {
      time.after(prng.between(THINKS, MUCH_LATER), () => void send(open, answer));
    }
  }

  async function send({ id }: Pick<QuestionView, 'id'>, answer: CustomerAnswer): Promise<void> {
    const once = (): Promise<AnyAnswer | null> =>
      wire.call({ type: 'answer_question', question: id, answer }).catch(() => null);
    const isDoubled = prng.chance(TWICE);
    const taken = await Promise.all([once(), ...(isDoubled ? [once()] : [])]);
    const words = taken.map((one) => (one === null ? 'lost' : one.ok ? 'taken' : 'refused'));
    say(`${name}: answers ${id}: ${words.join(', ')}`);
    if (isDoubled) audit.count('doubled answer');
  }

  wire.subscribe(look);
  return { stop: wire.stop };
}

/** An answer that nobody else gives, except for a choice. */
function answerTo(form: QuestionForm, prng: Prng): CustomerAnswer {
  const unique = `${prng.between(10_000_000, 99_999_999)}${prng.between(1_000, 9_999)}`;
  if (form.kind === 'choice') return { kind: 'choice', option: prng.pick(form.options).id };
  if (prng.chance(0.1)) return { kind: 'none' };
  if (form.kind === 'email') return { kind: 'email', value: `c${unique}@mail.example` };
  return { kind: 'text', value: `C${unique}` };
}
