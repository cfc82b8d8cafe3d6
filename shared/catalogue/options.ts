import type { ChosenOption } from '../bill/bill.ts';
import type { MoneyInteger } from '../money/money.ts';
import type { EveryLanguage, Language } from './language.ts';

/** One choice of a group, with what it costs more for one unit, in minor units. */
export type Option = {
  readonly id: string;
  readonly name: EveryLanguage;
  readonly surcharge: MoneyInteger;
};

/** Choices of a product: milk, size, sauces. Between `min` and `max` of them are chosen. */
export type OptionGroup = {
  readonly id: string;
  readonly name: EveryLanguage;
  readonly min: number;
  readonly max: number;
  readonly options: readonly Option[];
};

/** What a person has chosen: ids of options by the id of their group. */
export type Choices = ReadonlyMap<string, readonly string[]>;

/** The groups with these ids, in the order of the ids. */
export function groupsOf(
  groups: readonly OptionGroup[],
  ids: readonly string[],
): readonly OptionGroup[] {
  return ids.flatMap((wanted) => groups.filter(({ id }) => id === wanted));
}

/** The chosen options of a group. One that the shop has removed since counts no more. */
function chosenIn({ id: group, options }: OptionGroup, choices: Choices): readonly string[] {
  return (choices.get(group) ?? []).filter((chosen) => options.some(({ id }) => id === chosen));
}

/**
 * The choices after a person has pressed an option: pressed again it is taken back. In a group with one choice the new
 * one replaces the old one; in a full group of several a further one changes nothing.
 */
export function choose(choices: Choices, group: OptionGroup, option: string): Choices {
  const before = chosenIn(group, choices);
  const without = before.filter((id) => id !== option);
  if (without.length < before.length) return new Map(choices).set(group.id, without);
  if (group.max === 1) return new Map(choices).set(group.id, [option]);
  if (before.length >= group.max) return choices;
  return new Map(choices).set(group.id, [...before, option]);
}

/** The first group in which too few or too many options are chosen; null if the choices are complete. */
export function missingGroup(groups: readonly OptionGroup[], choices: Choices): OptionGroup | null {
  const isWrong = (group: OptionGroup) => {
    const many = chosenIn(group, choices).length;
    return many < group.min || many > group.max;
  };
  return groups.find(isWrong) ?? null;
}

/** The chosen options of a bill's line, in the order of the catalogue, named in the shop's language. */
export function chosenOptions(
  groups: readonly OptionGroup[],
  choices: Choices,
  language: Language,
): readonly ChosenOption[] {
  return groups.flatMap((group) =>
    group.options
      .filter(({ id }) => choices.get(group.id)?.includes(id) === true)
      .map(({ id, name, surcharge }) => ({
        group: group.id,
        option: id,
        name: name[language],
        surcharge,
      })),
  );
}
