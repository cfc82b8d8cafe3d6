import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { GoodView } from '../../shared/device/kiosk/contract.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import { Amount, widthOf } from '../ui/amount.tsx';
import { useFormat } from '../ui/format.tsx';
import { Check, ChevronDown, ChevronUp } from '../ui/icons.ts';
import { YellowKey } from '../ui/key.tsx';
import { AidsRow } from './aids-row.tsx';
import { goneWord } from './announcements.ts';
import { useKiosk, useName } from './context.tsx';
import { Plate } from './plate.tsx';
import { Toggle } from './toggle.tsx';

type ChooseScreenProps = {
  readonly good: string | null;
  readonly problem: 'not_started' | null;
};

/** One key for each product, and the key that buys the selected one. */
export function ChooseScreen({ good, problem }: ChooseScreenProps) {
  const { view, words, press } = useKiosk();
  const { text, reach, language } = view.aids;
  const chosen = view.goods.find(({ id }) => id === good) ?? null;
  return (
    <main className="kiosk kiosk-choose deck">
      <div className="kiosk-main">
        <div className="choose-head">
          {reach === 'low' && <Preview good={chosen} />}
          <h1>{words.chooseHead}</h1>
          {problem !== null && <p className="choose-problem">{words.notStarted}</p>}
        </div>
        {/* With other sizes the list begins anew, without the keys that it needed before. */}
        <Goods key={`${text} ${reach} ${language} ${view.goods.length}`}>
          {view.goods.map((one, index) => (
            <li key={one.id}>
              <GoodKey good={one} chosen={one.id === good} number={index + 1} />
            </li>
          ))}
        </Goods>
      </div>
      <div className="kiosk-act">
        <YellowKey
          className="kiosk-yellow"
          bed={false}
          disabled={chosen === null}
          onPress={() => {
            if (chosen !== null) press({ type: 'pay', good: chosen.id });
          }}
        >
          {chosen === null ? <span>{words.chooseFirst}</span> : <PayLine amount={chosen.price} />}
        </YellowKey>
        <Toggle className="ghost kiosk-ghost" onPress={() => press({ type: 'leave' })}>
          {words.leave}
        </Toggle>
      </div>
      <AidsRow />
    </main>
  );
}

function Price({ amount }: { readonly amount: MoneyInteger }) {
  const { currency } = useKiosk().view;
  return <Amount amount={amount} currency={currency} />;
}

/** The word and the price on one line of the key, drawn smaller if the key is too narrow for them. */
function PayLine({ amount }: { readonly amount: MoneyInteger }) {
  const { view, words } = useKiosk();
  const price = widthOf(useFormat().amountParts(amount, view.currency));
  const word = widthOf([{ kind: 'figures', text: words.pay }]);
  const ems: Record<`--${string}`, number> = {
    '--pay-ems': word.figures + PAY_GAP_EMS + price.figures + price.currency,
  };
  return (
    <span className="pay-line" style={ems}>
      <span>{words.pay}</span>
      <Price amount={amount} />
    </span>
  );
}

/** The smallest gap between the word and the price, in ems. */
const PAY_GAP_EMS = 0.75;

/** How many plates stand above the list before a choice. */
const PREVIEWED = 6;

/**
 * What the upper half shows if all keys are in the lower one: the choice with its whole name and its
 * price, or the goods. Its key and the announcement say the same.
 */
function Preview({ good }: { readonly good: GoodView | null }) {
  const { goods } = useKiosk().view;
  const nameOf = useName();
  const shown = good === null ? goods.slice(0, PREVIEWED) : [good];
  return (
    <div className={`preview${good === null ? '' : ' preview-chosen'}`} aria-hidden="true">
      <div className="preview-plates">
        {shown.map(({ id, name, picture }) => (
          <span key={id} className="preview-place">
            <Plate
              picture={picture}
              name={nameOf(name)}
              className={good === null ? '' : 'plate-own'}
            />
          </span>
        ))}
      </div>
      {good !== null && (
        <p className="preview-words">
          <bdi>{nameOf(good.name)}</bdi>
          <Price amount={good.price} />
        </p>
      )}
    </div>
  );
}

/** The list, with keys to those of its rows that it has no room for. */
function Goods({ children }: { readonly children: ReactNode }) {
  const { words } = useKiosk();
  const list = useRef<HTMLUListElement>(null);
  const { above, below } = useHiddenRows(list);
  const turn = (to: 'above' | 'below') => {
    const { current: box } = list;
    if (box !== null) showRow(box, to);
  };
  return (
    <div className="goods-place">
      <ul className="goods" ref={list} aria-label={words.goodsLabel}>
        {children}
      </ul>
      {(above || below) && (
        <div className="goods-keys">
          <Toggle className="ghost aid" disabled={!above} onPress={() => turn('above')}>
            <ChevronUp aria-hidden="true" />
            <span className="aid-word">{words.goodsBack}</span>
          </Toggle>
          <Toggle className="ghost aid" disabled={!below} onPress={() => turn('below')}>
            <ChevronDown aria-hidden="true" />
            <span className="aid-word">{words.goodsMore}</span>
          </Toggle>
        </div>
      )}
    </div>
  );
}

type HiddenRows = { readonly above: boolean; readonly below: boolean };

/** Whether the list has rows above or below those that are seen. */
function useHiddenRows(list: { readonly current: HTMLUListElement | null }): HiddenRows {
  const [hidden, setHidden] = useState<HiddenRows>({ above: false, below: false });
  // Before the browser draws, so that the first picture has the keys.
  useLayoutEffect(() => {
    const { current: box } = list;
    if (box === null) return;
    const look = () => {
      const { scrollTop, clientHeight, scrollHeight } = box;
      const above = scrollTop > 1;
      const below = scrollTop + clientHeight < scrollHeight - 1;
      setHidden((now) => (now.above === above && now.below === below ? now : { above, below }));
      markCutRows(box);
    };
    // The list itself keeps its size when larger letters make its rows higher.
    const sizes = new ResizeObserver(look);
    for (const one of [box, ...box.children]) sizes.observe(one);
    box.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', look);
    };
  });
  return hidden;
}

/**
 * Marks the rows that the edge of the list cuts: they are drawn without their words, because a price
 * that is cut could be read as another one. A row that is higher than the list keeps its words.
 */
function markCutRows(box: HTMLUListElement): void {
  const seen = box.getBoundingClientRect();
  for (const row of box.children) {
    const { top, bottom } = row.getBoundingClientRect();
    const cut = bottom > seen.bottom + 1 || top < seen.top - 1;
    row.classList.toggle('good-cut', cut && bottom - top <= seen.height);
  }
}

/** Scrolls to the next row that is not completely seen. */
function showRow(box: HTMLUListElement, to: 'above' | 'below'): void {
  const seen = box.getBoundingClientRect();
  const rows = [...box.children];
  const isBelow = (one: Element) => one.getBoundingClientRect().bottom > seen.bottom + 1;
  const isAbove = (one: Element) => one.getBoundingClientRect().top < seen.top - 1;
  if (to === 'below') rows.find(isBelow)?.scrollIntoView({ block: 'start' });
  else rows.findLast(isAbove)?.scrollIntoView({ block: 'end' });
}

type GoodKeyProps = {
  readonly good: GoodView;
  readonly chosen: boolean;
  /** Its number for the keypad, which is shown while the keypad is in use. */
  readonly number: number;
};

function GoodKey({ good, chosen, number }: GoodKeyProps) {
  const { view, words, press } = useKiosk();
  const nameOf = useName();
  const gone = good.state !== 'for_sale';
  return (
    <Toggle
      className={`key good${chosen ? ' good-chosen' : ''}`}
      pressed={chosen}
      disabled={gone}
      onPress={() => press({ type: 'choose', good: good.id })}
    >
      <Plate
        picture={good.picture}
        name={nameOf(good.name)}
        className={chosen ? 'plate-own' : ''}
      />
      <span className="good-words">
        <span className="good-name">{nameOf(good.name)}</span>
        <span className="good-price">
          {gone ? goneWord(good, words) : <Price amount={good.price} />}
        </span>
      </span>
      {view.aids.speech === 'keypad' && (
        <span className="good-number figures" aria-hidden="true">
          {number}
        </span>
      )}
      {chosen && (
        <span className="good-check" aria-hidden="true">
          <Check />
        </span>
      )}
    </Toggle>
  );
}
