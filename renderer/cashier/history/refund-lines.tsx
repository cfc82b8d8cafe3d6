import type { ReactNode } from 'react';
import type { Format } from '../../../shared/format/format.ts';
import { add, type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import type { RefundView } from '../../../shared/terminal/sale/state.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { type RefundStanding, standingOf } from '../../state/history.ts';
import type { Tone } from '../../state/tone.ts';
import { Figures } from '../../ui/amount.tsx';
import { useNow } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Seal } from '../../ui/seal.tsx';
import { Perforation } from '../../ui/slip.tsx';
import { useCashier } from '../common/context.tsx';
import { refusedRefundText } from '../common/refusal-text.ts';

const REFUND_TONES: Readonly<Record<RefundStanding, Tone>> = {
  asked: 'waiting',
  unclear: 'unclear',
  done: 'refunded',
  refused: 'declined',
};

/** The refunds of a sale on its slip, oldest first. */
export function RefundLines({ refunds }: { readonly refunds: readonly RefundView[] }) {
  const now = useNow(1_000);
  if (refunds.length === 0) return null;
  return (
    <>
      <Perforation />
      <ul className="refund-lines">
        {refunds.map((refund) => (
          <RefundLine
            key={refund.id}
            refund={refund}
            standing={standingOf(refund, now)}
            now={now}
          />
        ))}
      </ul>
    </>
  );
}

type LineProps = {
  readonly refund: RefundView;
  readonly standing: RefundStanding;
  readonly now: number;
};

function RefundLine({ refund, standing, now }: LineProps) {
  const { words } = useCashier();
  const format = useFormat();
  const { amount, currency, text, approver, at, reason } = refund;
  const tone = REFUND_TONES[standing];
  const notes = [
    troubleText(standing, reason, words),
    ...linesText(refund, words, format),
    text,
    approver === null ? null : words.refundBy(approver),
  ].filter((note) => note !== null && note !== '');
  return (
    <li className={`refund-line tone-${tone}`} data-standing={standing}>
      <span className="mark">
        <Seal tone={tone} size={26} busy={standing === 'asked'} />
      </span>
      <span className="refund-words">
        <strong className="mark-word">{standingWord(standing, words)}</strong>
        <time>{format.recent(at, now)}</time>
        {notes.map((note, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines can have the same text
          <span key={place} className="refund-note">
            <bdi>{note}</bdi>
          </span>
        ))}
      </span>
      <span className={standing === 'refused' ? 'refund-amount refund-struck' : 'refund-amount'}>
        <Figures amount={amount} currency={currency} />
      </span>
    </li>
  );
}

/** Why the refund is not done; null for one that is done or on its way. */
function troubleText(
  standing: RefundStanding,
  reason: RefundView['reason'],
  words: CashierWords,
): string | null {
  if (standing === 'unclear') return words.refundUnclearText;
  return standing === 'refused' ? refusedRefundText(reason ?? 'not_accepted', words) : null;
}

type StandsProps = {
  readonly standing: RefundStanding;
  readonly reason: RefundView['reason'];
  /** What the cashier does or waits for, where nothing is wrong. */
  readonly text: string;
  readonly children?: ReactNode;
};

/** How the refund that was just begun stands, as the one thing of its deck. */
export function RefundStands({ standing, reason, text, children }: StandsProps) {
  const { words } = useCashier();
  return (
    <>
      <Seal
        tone={REFUND_TONES[standing]}
        size={120}
        className="state-seal"
        busy={standing === 'asked'}
      />
      <div role="status">
        <h2 className="list-word">{standingWord(standing, words)}</h2>
        <p className="state-text">{troubleText(standing, reason, words) ?? text}</p>
        {children}
      </div>
    </>
  );
}

/** The sold lines that a refund returns, and the VAT in them for each rate. */
function linesText(
  { lines = [], goods = [], currency }: RefundView,
  words: CashierWords,
  format: Format,
): readonly string[] {
  const sum = (amount: MoneyInteger) => format.amount(amount, currency);
  const rates = [...new Set(lines.map(({ rate }) => rate))].filter((rate) => rate > 0);
  return [
    ...[...lines, ...goods].map(
      ({ quantity, name, total }) => `${quantity} × ${name}, ${sum(total)}`,
    ),
    ...rates
      .toSorted((a, b) => b - a)
      .map((rate) => {
        const own = lines.filter((line) => line.rate === rate);
        const vat = add(ZERO, ...own.map((line) => line.vat));
        return `${words.slipVat(format.percent(rate))}: ${sum(vat)}`;
      }),
  ];
}

function standingWord(standing: RefundStanding, words: CashierWords): string {
  switch (standing) {
    case 'asked':
      return words.refundAsked;
    case 'unclear':
      return words.refundUnclear;
    case 'done':
      return words.refundDone;
    case 'refused':
      return words.refundRefused;
  }
}
