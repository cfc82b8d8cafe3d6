import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react';
import { money } from '../../../shared/money/money.ts';
import { type CountDraft, countedSum, pickValue, pressCount } from '../../state/counting.ts';
import { Amount, Figures } from '../../ui/amount.tsx';
import { Check, ChevronsRight, Undo2 } from '../../ui/icons.ts';
import { Ghost, Key, keepFocus, YellowKey } from '../../ui/key.tsx';
import { Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useAmountText, useCashier, useShop } from '../common/context.tsx';
import { DigitPad, useStep } from '../common/digit-pad.tsx';

type CountProps = {
  readonly draft: CountDraft;
  readonly setDraft: Dispatch<SetStateAction<CountDraft>>;
};

/** The slip of a count: how many of each note and coin, and their sum. */
export function CountSlip({ draft, setDraft }: CountProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  const amount = useAmountText();
  const { values, counts, picked } = draft;
  const currency = { currency: settings.currency };
  return (
    <Slip label={words.countHead} className="count-slip">
      <p className="slip-head">
        <span>{words.count}</span>
      </p>
      {values.length > 0 && (
        <ul className="count-lines">
          {values.map((value, place) => (
            <CountLine key={value} picked={place === picked}>
              <button
                type="button"
                className="count-line"
                aria-pressed={place === picked}
                aria-label={words.countLine(amount(value), String(counts[place] ?? 0))}
                onMouseDown={keepFocus}
                onClick={() => setDraft((now) => pickValue(now, place))}
              >
                <Figures amount={value} {...currency} />
                <span className="count-many">× {counts[place] ?? 0}</span>
                <Figures amount={money(value * (counts[place] ?? 0))} {...currency} />
              </button>
            </CountLine>
          ))}
        </ul>
      )}
      <Perforation />
      <SlipTotal label={words.countSum} amount={countedSum(draft)} {...currency} />
    </Slip>
  );
}

/** The picked line is kept in sight while the keyboard walks through the list. */
function CountLine(props: { readonly picked: boolean; readonly children: React.ReactNode }) {
  const { picked, children } = props;
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (picked) line.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [picked]);
  return <li ref={line}>{children}</li>;
}

type CountDeckProps = CountProps & {
  readonly head: string;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onDone: () => void;
  readonly onBack: () => void;
};

/** The deck of a count. Enter goes on to the next value, and after the last one it ends the count. */
export function CountDeck(props: CountDeckProps) {
  const { draft, setDraft, head, busy, problem, onDone, onBack } = props;
  const { words } = useCashier();
  const { settings } = useShop();
  const amount = useAmountText();
  const place = useStep();
  const { values, picked, counts } = draft;
  const isLast = picked >= values.length - 1;
  const next = () => setDraft((now) => pickValue(now, now.picked + 1));
  useCountKeyboard(setDraft, isLast ? null : next);
  const value = values[picked];
  const sum = countedSum(draft);
  return (
    <div ref={place} className="lock-pad count-deck" tabIndex={-1} data-keys="">
      <h1 className="lock-head">{head}</h1>
      <p className="lock-text">{value === undefined ? words.countTextAmount : words.countText}</p>
      <div className="deck-window refund-window">
        <p className="deck-label">
          {value === undefined ? words.countSum : `${words.countPieces}, ${amount(value)}`}
        </p>
        <p className="deck-amount" role="status">
          {value === undefined ? (
            <Amount amount={sum} currency={settings.currency} />
          ) : (
            <span className="figures">{counts[picked] ?? 0}</span>
          )}
        </p>
      </div>
      {problem !== null && (
        <p className="refund-wrong" role="alert">
          {problem}
        </p>
      )}
      <DigitPad disabled={busy} onKey={(key) => setDraft((now) => pressCount(now, key))} />
      <div className="deck-foot refund-foot">
        <YellowKey
          bed={false}
          enter={isLast}
          disabled={busy}
          label={`${words.countDone} ${amount(sum)}`}
          onPress={onDone}
        >
          <Check size={30} aria-hidden="true" />
          <span>{words.countDone}</span>
          <Amount amount={sum} currency={settings.currency} />
        </YellowKey>
        <Key className="key-fn" disabled={busy || isLast} onPress={next}>
          <ChevronsRight size={22} aria-hidden="true" />
          {words.countNext}
        </Key>
        <Ghost disabled={busy} onPress={onBack}>
          <Undo2 size={20} aria-hidden="true" />
          {words.backKey}
        </Ghost>
      </div>
    </div>
  );
}

/** Arrow keys walk through the values; Enter goes on, where `next` is not null. */
function useCountKeyboard(setDraft: CountProps['setDraft'], next: (() => void) | null): void {
  const latest = useRef(next);
  useEffect(() => {
    latest.current = next;
  });
  useEffect(() => {
    const walk = (by: number) => setDraft((now) => pickValue(now, now.picked + by));
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('button, input, dialog')) return;
      if (event.key === 'ArrowDown') walk(1);
      else if (event.key === 'ArrowUp') walk(-1);
      else if (event.key === 'Enter' && latest.current !== null) latest.current();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [setDraft]);
}
