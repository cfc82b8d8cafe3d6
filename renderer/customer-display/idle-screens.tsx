import type { CustomerBill, CustomerView } from '../../shared/device/bridge/customer-view.ts';
import type { DisplayWords } from '../i18n/customer.ts';
import { Amount } from '../ui/amount.tsx';
import { BillVat } from '../ui/bill-lines.tsx';
import { useFormat } from '../ui/format.tsx';
import { Seal } from '../ui/seal.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';
import { BillTable, Paper, sumOf } from './sale-slip.tsx';

type Cup = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly handle: number;
  readonly coffee: string;
  readonly art: 'heart' | 'ring' | 'none';
};

const CUPS: readonly Cup[] = [
  { x: 1190, y: -150, size: 520, handle: -70, coffee: '#d3ad83', art: 'ring' },
  { x: 1640, y: 120, size: 360, handle: 20, coffee: '#3a2014', art: 'none' },
  { x: 1010, y: 300, size: 470, handle: 110, coffee: '#c99a6b', art: 'heart' },
  { x: 1470, y: 470, size: 520, handle: -150, coffee: '#b98552', art: 'ring' },
  { x: 1120, y: 800, size: 400, handle: -140, coffee: '#2e1a11', art: 'none' },
  { x: 1710, y: 930, size: 360, handle: 90, coffee: '#5a3524', art: 'none' },
];

const HEART = 'M100 124C84 112 76 103 78 92c2-9 14-11 22-1 8-10 20-8 22 1 2 11-6 20-22 32Z';

/**
 * A decorative drawing of cups, seen from above. It has the end half of the display, and its middle
 * is where the whole cups are: a narrow display cuts those at its edge.
 */
function Cups() {
  return (
    <svg
      className="display-cups"
      viewBox="960 0 960 1080"
      preserveAspectRatio="xMinYMid slice"
      aria-hidden="true"
    >
      {CUPS.map((cup) => (
        <svg
          key={cup.x}
          x={cup.x}
          y={cup.y}
          width={cup.size}
          height={cup.size}
          viewBox="0 0 200 200"
          aria-hidden="true"
        >
          <circle cx="102" cy="106" r="88" fill="rgb(0 0 0 / 0.09)" />
          <circle
            className={cup.art === 'heart' ? 'cup-own' : 'cup-other'}
            cx="100"
            cy="100"
            r="88"
          />
          <circle cx="100" cy="100" r="64" fill="none" stroke="rgb(0 0 0 / 0.1)" strokeWidth="2" />
          <g transform={`rotate(${cup.handle} 100 100)`}>
            <rect x="142" y="91" width="32" height="18" rx="9" fill="#fff" stroke="#d8d8d6" />
          </g>
          <circle cx="103" cy="107" r="47" fill="rgb(0 0 0 / 0.13)" />
          <circle
            cx="100"
            cy="100"
            r="47"
            fill="#fff"
            stroke="rgb(0 0 0 / 0.14)"
            strokeWidth="1.5"
          />
          <circle cx="100" cy="100" r="38" fill={cup.coffee} />
          {cup.art === 'heart' && <path d={HEART} fill="#f3e6d3" />}
          {cup.art === 'ring' && (
            <>
              <circle cx="100" cy="100" r="25" fill="#f3e6d3" />
              <circle cx="100" cy="100" r="14" fill={cup.coffee} opacity="0.5" />
            </>
          )}
        </svg>
      ))}
    </svg>
  );
}

type IdleScreenProps = {
  readonly view: CustomerView;
  readonly words: DisplayWords;
  readonly now: number;
};

/** Shown while there is no sale: the shop's name, a greeting, and how to pay. */
export function IdleScreen({ view, words, now }: IdleScreenProps) {
  const down = view.payments === 'down';
  const format = useFormat();
  return (
    <main className="display display-idle">
      <Cups />
      <p className="display-name">
        <bdi>{view.shop}</bdi>
      </p>
      <h1>{greeting(format.hour(now), words)}</h1>
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

type BillScreenProps = {
  readonly view: CustomerView;
  readonly bill: CustomerBill;
  readonly words: DisplayWords;
};

/** The bill and its total before the sale starts. */
export function BillScreen({ view, bill, words }: BillScreenProps) {
  const { shop } = view;
  const { slip, currency } = bill;
  const sum = sumOf(slip, words);
  return (
    <main className="display display-basket">
      <Paper words={words}>
        <Slip label={words.slipLabel}>
          <h2 className="display-shop">
            <bdi>{shop}</bdi>
          </h2>
          <BillTable bill={slip} currency={currency} words={words} />
          <Perforation />
          <BillVat vat={slip.vat} currency={currency} words={words} />
        </Slip>
      </Paper>
      <section className="display-so-far" aria-live="polite">
        <h1>{words.basketHead}</h1>
        <p className="display-next">{sum.word}</p>
        <p className="display-hero">
          <Amount amount={sum.amount} currency={currency} />
        </p>
      </section>
    </main>
  );
}
