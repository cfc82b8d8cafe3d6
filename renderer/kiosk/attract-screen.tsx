import { useEffect, useState } from 'react';
import { money } from '../../shared/money/money.ts';
import { widthOf } from '../ui/amount.tsx';
import { ring } from '../ui/countdown.tsx';
import { YellowKey } from '../ui/key.tsx';
import { AidsRow } from './aids-row.tsx';
import { useAmountText, useKiosk, useName } from './context.tsx';
import { Plate } from './plate.tsx';

/** Number of plates with a place on the counter. The third has the shop's colour. */
const PLATES = 6;
const OWN = 2;

/** Characters of a headline from which its letters are smaller. */
const LONG = 28;

/** Shown while no customer is there: the goods and one key to start. */
export function AttractScreen() {
  const { view, words, press } = useKiosk();
  const nameOf = useName();
  const amount = useAmountText();
  const turns = useTurns();
  const goods = view.goods.filter(({ state }) => state === 'for_sale');
  const cheapest = Math.min(...goods.map(({ price }) => price));
  const begin = () => press({ type: 'begin' });
  const headline = view.headline === null ? words.welcome : nameOf(view.headline);
  return (
    <main className="kiosk kiosk-attract">
      <div className="kiosk-main">
        <div className="attract-plates" aria-hidden="true">
          {/*
            The order in the page stays the same: a moved element would restart its transition.
          */}
          {goods.map(({ id, name, picture }, index) => {
            const place = placeOf(index, turns, goods.length);
            if (place >= PLATES) return null;
            const className = classOf(place, goods.length);
            return <Plate key={id} picture={picture} name={nameOf(name)} className={className} />;
          })}
        </div>
        <h1 className={`attract-head${headline.length > LONG ? ' attract-long' : ''}`}>
          <bdi>{headline}</bdi>
        </h1>
        {/* A touch on the picture starts too. Keyboards and screen readers use the key below. */}
        <div className="attract-touch" aria-hidden="true" onClick={begin} />
      </div>
      <div className="kiosk-act">
        <YellowKey className="kiosk-yellow" enter onPress={begin}>
          <span>{words.begin}</span>
          {Number.isFinite(cheapest) && <Phrase text={words.from(amount(money(cheapest)))} />}
        </YellowKey>
      </div>
      <AidsRow />
    </main>
  );
}

/** Words on one line of a key, which are drawn smaller if the key is too narrow for them. */
function Phrase({ text }: { readonly text: string }) {
  const ems: Record<`--${string}`, number> = {
    '--phrase-ems': widthOf([{ kind: 'figures', text }]).figures,
  };
  return (
    <span className="key-phrase" style={ems}>
      {text}
    </span>
  );
}

/** The place of a product on the counter after a number of turns. Each turn moves it by one. */
function placeOf(index: number, turns: number, count: number): number {
  return (index + turns) % count;
}

/** With few goods some places stay empty, but never the middle one. */
function classOf(index: number, count: number): string {
  const own = index === Math.min(OWN, count - 1);
  return own ? `plate-at-${OWN} plate-own` : `plate-at-${index}`;
}

/** How long each product is in the middle, in milliseconds. */
const TURN = 6_000;

/**
 * Number of turns since the screen was opened. The motion shows that the machine is on and prevents
 * burn-in. With `prefers-reduced-motion` the plates do not move.
 */
export function useTurns(): number {
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    return ring(TURN, true, () => setTurns((before) => before + 1));
  }, []);
  return turns;
}
