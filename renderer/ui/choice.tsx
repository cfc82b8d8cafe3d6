type ChoiceProps<T extends string> = {
  readonly label: string;
  readonly name: string;
  readonly value: T;
  readonly options: readonly {
    readonly value: T;
    readonly label: string;
    readonly lang?: string;
  }[];
  readonly onChange: (value: T) => void;
};

/** Radio buttons, drawn as a row of outlined segments. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, name, value, options, onChange } = props;
  return (
    <fieldset className="choice">
      <legend>{label}</legend>
      <div className="choice-row">
        {options.map((option) => (
          <label key={option.value} className="choice-option" lang={option.lang}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
