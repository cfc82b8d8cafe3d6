import type { CustomerBill, CustomerView } from '../../shared/device/bridge/customer-view.ts';
import type { DisplayWords } from '../i18n/customer.ts';
import { Amount } from '../ui/amount.tsx';
import { BillVat } from '../ui/bill-lines.tsx';
import { useFormat } from '../ui/format.tsx';
import { Seal } from '../ui/seal.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';
import { BillTable, Paper, sumOf } from './sale-slip.tsx';

/** A slip of paper with a torn edge, 420 wide and 560 high, from its upper corner. */
const TORN = Array.from({ length: 14 }, () => 'l-15 -16l-15 16').join('');
const SLIP = `M0 0H420V560${TORN}Z`;

type Sheet = {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly scale: number;
  readonly isOwn: boolean;
  /** Widths of the lines that stand for goods. */
  readonly lines: readonly number[];
};

const SHEETS: readonly Sheet[] = [
  { x: 1530, y: -210, turn: 14, scale: 1, isOwn: false, lines: [150, 210, 120, 180] },
  { x: 1040, y: 120, turn: -8, scale: 1.12, isOwn: true, lines: [190, 130, 220, 160] },
  { x: 1500, y: 470, turn: 6, scale: 1.2, isOwn: false, lines: [120, 200, 170, 140] },
];

/**
 * A decorative drawing of slips, which every trade has. It has the end half of the display, and its middle is where the
 * whole slip is: a narrow display cuts the others at its edge.
 */
function Slips() {
  return (
    <svg
      className="display-slips"
      viewBox="960 0 960 1080"
      preserveAspectRatio="xMinYMid slice"
      aria-hidden="true"
    >
      {SHEETS.map(({ x, y, turn, scale, isOwn, lines }) => (
        <g key={x + y} transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}>
          <path d={SLIP} transform="translate(4 10)" fill="rgb(0 0 0 / 0.09)" />
          <path className={isOwn ? 'sheet-own' : 'sheet-other'} d={SLIP} />
          {lines.map((width, line) => (
            <g key={width} className="sheet-ink" transform={`translate(48 ${64 + line * 56})`}>
              <rect width={width} height="18" rx="9" />
              <rect x="264" width="60" height="18" rx="9" />
            </g>
          ))}
          <rect className="sheet-ink" x="48" y="312" width="324" height="4" rx="2" />
          <rect className="sheet-ink" x="172" y="352" width="200" height="56" rx="14" />
        </g>
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
      <Slips />
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
