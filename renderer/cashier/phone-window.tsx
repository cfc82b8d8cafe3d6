import type { CashierWords } from '../i18n/cashier.ts';
import { groupNumber, type PhoneProblem } from '../state/phone.ts';
import { keepFocus } from '../ui/key.tsx';
import { useTillState, useTools } from './context.tsx';

/** The number being typed; its two parts can be touched to type into them. */
export function PhoneWindow() {
  const { words, till } = useTools();
  const entry = useTillState((state) => state.entry);
  const problem = useTillState((state) => state.phoneProblem);
  return (
    <div className="deck-window deck-phone">
      <h1 className="deck-label" id="phone-label">
        {words.phoneLabel}
      </h1>
      {/* biome-ignore lint/a11y/useSemanticElements: two parts of one number, not a form section */}
      <div className="phone-parts" role="group" aria-labelledby="phone-label">
        <button
          type="button"
          className="phone-part"
          aria-pressed={entry.part === 'country'}
          onMouseDown={keepFocus}
          onClick={() => till.edit({ part: 'country' })}
        >
          <span className="sr-only">{words.countryCode} </span>+{entry.country}
        </button>
        <button
          type="button"
          className="phone-part phone-number"
          aria-pressed={entry.part === 'number'}
          onMouseDown={keepFocus}
          onClick={() => till.edit({ part: 'number' })}
        >
          <span className="sr-only">{words.numberPart} </span>
          {groupNumber(entry.country, entry.number)}
          <span className="phone-caret" aria-hidden="true" />
        </button>
      </div>
      <p className="deck-problem" role="alert">
        {problem === null ? '' : sayPhoneProblem(problem, words)}
      </p>
    </div>
  );
}

/** A plain sentence for what is missing of a number. */
export function sayPhoneProblem(problem: PhoneProblem, words: CashierWords): string {
  switch (problem.kind) {
    case 'missing':
      return words.phoneMissing;
    case 'short':
      return words.phoneShort(problem.missing);
    case 'not_mobile':
      return words.phoneNotMobile;
    case 'bad':
      return words.phoneBad;
  }
}
