import type { CustomerView } from '../../shared/bridge/customer-view.ts';
import type { DisplayWords } from '../i18n/customer-display.ts';
import { Seal } from '../ui/seal.tsx';
import { Cups } from './cups.tsx';

type IdleScreenProps = {
  readonly view: CustomerView;
  readonly words: DisplayWords;
  readonly now: number;
};

/** Shown while there is no sale: the shop's name, a greeting, and how to pay. */
export function IdleScreen({ view, words, now }: IdleScreenProps) {
  const down = view.payments === 'down';
  return (
    <main className="display display-idle">
      <Cups />
      <p className="display-name">{view.shop}</p>
      <h1>{greeting(new Date(now).getHours(), words)}</h1>
      <p className={`display-how mark ${down ? 'tone-offline' : 'tone-idle'}`}>
        <Seal tone={down ? 'offline' : 'phone'} size={104} />
        <span>{down ? words.down : words.how}</span>
      </p>
    </main>
  );
}

/** The greeting for an hour from 0 to 23. */
function greeting(hour: number, words: DisplayWords): string {
  if (hour < 10) return words.morning;
  return hour < 17 ? words.day : words.evening;
}
