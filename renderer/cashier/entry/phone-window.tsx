import type { CashierWords } from '../../i18n/cashier.ts';
import { groupNumber, type PhoneProblem } from '../../state/phone.ts';
import { keepFocus } from '../../ui/key.tsx';
import { useCashier, useTillState } from '../common/context.tsx';
import { useScanProblem } from './scan-problem.tsx';

/** The phone number that the cashier is typing. A touch selects the country code or the number. */
export function PhoneWindow() {
  const { words, till } = useCashier();
  const entry = useTillState((state) => state.entry);
  const problem = useTillState((state) => state.phoneProblem);
  const scanProblem = useScanProblem();
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
        {problem === null ? scanProblem : phoneProblemText(problem, words)}
      </p>
    </div>
  );
}

/** Text for what is wrong with a phone number. */
export function phoneProblemText(problem: PhoneProblem, words: CashierWords): string {
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
