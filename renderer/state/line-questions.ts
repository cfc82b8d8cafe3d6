import { choose, chosenOptions, missingGroup } from '../../shared/catalogue/options.ts';
import { noteOf, plainOrder } from '../../shared/catalogue/order.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { GoodsContext, Place } from './goods-context.ts';
import { listedOptions, optionsOf, productOfLine } from './goods-state.ts';
import { lineQuestionOf } from './mode/mode.ts';

/** The questions of the deck about one line: its options and its note. */
export interface LineQuestions {
  /** Asks for other options of the selected line. */
  askOptions(): void;
  /** Presses an option, by the ids of its group and its own. */
  pressOption(group: string, option: string): void;
  /** Presses the option at this place; the first one is 1. Returns false if there is none. */
  pressPlace(place: number): boolean;
  /** Adds the order, or changes the line, if the choices are complete. */
  takeOptions(): void;
  /** Asks for the note of the selected line. */
  askNote(): void;
  typeNote(text: string): void;
  takeNote(): void;
  leaveQuestion(): void;
}

/** The actions while the deck asks about a line. */
export function createLineQuestions(
  { store, modes, bills, language, line }: GoodsContext,
  place: Place,
): LineQuestions {
  const { getState: get } = store;
  const selected = () => productOfLine(get().catalogue, bills.current(), get().selected);
  const asked = () => {
    const question = modes.window('options');
    if (question === null) return null;
    return { ...question, groups: optionsOf(get().catalogue, question.order.product) };
  };
  const questions: LineQuestions = {
    askOptions: () => {
      const [one, product] = [line(), selected()];
      if (one === null || product === null) return;
      const choices = new Map<string, readonly string[]>();
      for (const { group, option } of one.options) {
        choices.set(group, [...(choices.get(group) ?? []), option]);
      }
      const order = { ...plainOrder(product, one.quantity), price: one.price, choices };
      modes.open({ kind: 'options', order, line: one.id });
    },
    pressOption: (group, option) => {
      const question = asked();
      const found = question?.groups.find(({ id }) => id === group);
      if (question === null || found === undefined) return;
      const { order } = question;
      const choices = choose(order.choices, found, option);
      modes.edit('options', { order: { ...order, choices } });
    },
    pressPlace: (place) => {
      const found = listedOptions(asked()?.groups ?? [])[place - 1];
      if (found === undefined) return false;
      questions.pressOption(found.group.id, found.option.id);
      return true;
    },
    takeOptions: () => {
      const question = asked();
      if (question === null) return;
      const { order, line: of, groups } = question;
      if (missingGroup(groups, order.choices) !== null) return;
      if (of === null) return place(order);
      const options = chosenOptions(groups, order.choices, language());
      if (bills.act({ act: 'options', line: of, options })) questions.leaveQuestion();
    },
    askNote: () => {
      const [one, product] = [line(), selected()];
      if (one === null || product === null || product.note === null) return;
      const text = one.note?.text ?? '';
      modes.open({ kind: 'note', line: one.id, to: product.note, text });
    },
    typeNote: (text) => modes.edit('note', { text: text.trimStart().slice(0, LIMITS.labelMax) }),
    takeNote: () => {
      const question = modes.window('note');
      if (question === null) return;
      const { line: of, to, text } = question;
      const note = noteOf({ note: to }, text);
      if (bills.act({ act: 'note', line: of, note })) questions.leaveQuestion();
    },
    leaveQuestion: () => {
      const question = lineQuestionOf(modes.now());
      if (question !== null) modes.close(question.kind);
    },
  };
  return questions;
}
