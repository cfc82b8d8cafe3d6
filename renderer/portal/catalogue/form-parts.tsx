import type { ReactNode } from 'react';
import { usePortal } from '../common/context.tsx';
import { Tick } from '../common/form.tsx';
import { ActProblem } from '../common/ledger.tsx';
import { useKept } from './catalogue-context.tsx';

type SelectProps<T extends string> = {
  readonly label: string;
  readonly name: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
};

/** A labelled list of which one is chosen. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, name, value, options, onChange } = props;
  return (
    <label className="portal-input">
      <span>{label}</span>
      <select
        name={name}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

type TicksProps = {
  readonly legend: string;
  readonly hint?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** In the order in which they were ticked. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
};

/** Several lines of which any number is ticked. */
export function Ticks({ legend, hint, options, value, onChange }: TicksProps) {
  return (
    <fieldset className="catalogue-ticks">
      <legend>{legend}</legend>
      {options.map((option) => (
        <Tick
          key={option.value}
          label={option.label}
          checked={value.includes(option.value)}
          onChange={(checked) =>
            onChange(
              checked ? [...value, option.value] : value.filter((one) => one !== option.value),
            )
          }
        />
      ))}
      {hint !== undefined && <small>{hint}</small>}
    </fieldset>
  );
}

/** Why a form was not sent, and what somebody else has changed of the same entry. */
export function FormNotes(props: {
  /** What is wrong in the form; empty if nothing is. */
  readonly wrong: string;
  /** The entry was removed meanwhile. */
  readonly gone: boolean;
  /** The new values of what the person has changed too, by the words of their fields. */
  readonly theirs: readonly (readonly [string, string])[];
}) {
  const { words } = usePortal();
  const { conflict, problem } = useKept();
  const { wrong, gone, theirs } = props;
  return (
    <>
      {(conflict || gone || theirs.length > 0) && (
        <Note>
          {gone ? words.catalogue.gone : words.catalogue.conflict}
          {theirs.map(([field, value]) => (
            <span key={field} className="catalogue-theirs">
              {words.catalogue.theirs(field, value === '' ? words.catalogue.emptyValue : value)}
            </span>
          ))}
        </Note>
      )}
      {wrong !== '' && <Note>{wrong}</Note>}
      {!conflict && <ActProblem problem={problem} />}
    </>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <p className="portal-problem" role="alert">
      {children}
    </p>
  );
}
