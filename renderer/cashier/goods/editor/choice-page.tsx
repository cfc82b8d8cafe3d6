import { Ghost } from '../../../ui/key.tsx';

type ChoicePageProps = {
  readonly legend: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (value: string) => void;
};

/** A page on which one of several values is chosen, which ends it. */
export function ChoicePage({ legend, value, options, onChoose }: ChoicePageProps) {
  return (
    <fieldset className="item-choice">
      <legend>{legend}</legend>
      {options.map((option) => (
        <Ghost
          key={option.value}
          pressed={option.value === value}
          onPress={() => onChoose(option.value)}
        >
          <bdi>{option.label}</bdi>
        </Ghost>
      ))}
    </fieldset>
  );
}
