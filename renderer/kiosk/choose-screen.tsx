import type { GoodView } from '../../shared/kiosk/contract.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import { Amount } from '../ui/amount.tsx';
import { Check } from '../ui/icons.ts';
import { YellowKey } from '../ui/key.tsx';
import { AidsRow } from './aids-row.tsx';
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
  const chosen = view.goods.find(({ id }) => id === good) ?? null;
  return (
    <main className="kiosk kiosk-choose deck">
      <div className="kiosk-main">
        <div className="choose-head">
          <h1>{words.chooseHead}</h1>
          {problem !== null && <p className="choose-problem">{words.notStarted}</p>}
        </div>
        <ul className="goods" aria-label={words.goodsLabel}>
          {view.goods.map((one, index) => (
            <li key={one.id}>
              <GoodKey good={one} chosen={one.id === good} number={index + 1} />
            </li>
          ))}
        </ul>
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
          <span>{chosen === null ? words.chooseFirst : words.pay}</span>
          {chosen !== null && <Price amount={chosen.price} />}
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

type GoodKeyProps = {
  readonly good: GoodView;
  readonly chosen: boolean;
  /** Its number for the keypad, which is shown while the keypad is in use. */
  readonly number: number;
};

function GoodKey({ good, chosen, number }: GoodKeyProps) {
  const { view, words, press } = useKiosk();
  const nameOf = useName();
  const gone = good.state === 'not_now';
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
        <span className="good-price">{gone ? words.notNow : <Price amount={good.price} />}</span>
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
