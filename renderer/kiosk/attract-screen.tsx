import { useEffect, useState } from 'react';
import { money } from '../../shared/money/money.ts';
import { YellowKey } from '../ui/key.tsx';
import { ring } from '../ui/use-now.ts';
import { AidsRow } from './aids-row.tsx';
import { useAmountText, useKiosk, useName } from './context.tsx';
import { Plate } from './plate.tsx';

/** Plates that have a place on the counter; the third of them is the shop's own. */
const PLATES = 6;
const OWN = 2;

/** Nobody is here: what there is, and the one key to begin with. */
export function AttractScreen() {
  const { view, words, press } = useKiosk();
  const nameOf = useName();
  const amount = useAmountText();
  const turns = useTurns();
  const goods = view.goods.filter(({ state }) => state === 'for_sale');
  const cheapest = Math.min(...goods.map(({ price }) => price));
  const begin = () => press({ type: 'begin' });
  return (
    <main className="kiosk kiosk-attract">
      <div className="kiosk-main">
        <div className="attract-plates" aria-hidden="true">
          {/* Each keeps its place in the page: what the page moves, a transition does not. */}
          {goods.map(({ id, name, picture }, index) => {
            const place = placeOf(index, turns, goods.length);
            if (place >= PLATES) return null;
            const className = classOf(place, goods.length);
            return <Plate key={id} picture={picture} name={nameOf(name)} className={className} />;
          })}
        </div>
        <h1 className="attract-head">
          {view.headline === null ? words.welcome : nameOf(view.headline)}
        </h1>
        {/* People touch the picture. Whoever uses keys or a screen reader has the key below. */}
        <div className="attract-touch" aria-hidden="true" onClick={begin} />
      </div>
      <div className="kiosk-act">
        <YellowKey className="kiosk-yellow" enter onPress={begin}>
          <span>{words.begin}</span>
          {Number.isFinite(cheapest) && <span>{words.from(amount(money(cheapest)))}</span>}
        </YellowKey>
      </div>
      <AidsRow />
    </main>
  );
}

/** Where a good is on the counter after so many turns, each of which passes it on by one. */
function placeOf(index: number, turns: number, count: number): number {
  return (index + turns) % count;
}

/** Few goods leave places empty, and never the middle one. */
function classOf(index: number, count: number): string {
  const own = index === Math.min(OWN, count - 1);
  return own ? `plate-at-${OWN} plate-own` : `plate-at-${index}`;
}

/** How long each good has the middle of the picture, milliseconds. */
const TURN = 6_000;

/**
 * How often the plates were passed on since the screen came up. They stay where they are for whoever
 * wants no motion; for everybody else a picture that moves says from afar that the machine is on, and
 * burns no plate into the display.
 */
export function useTurns(): number {
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    return ring(TURN, true, () => setTurns((before) => before + 1));
  }, []);
  return turns;
}
