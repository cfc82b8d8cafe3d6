import type { ReactNode } from 'react';
import type { ReceiptRow } from '../../../shared/device/receipts/receipt-list.ts';
import { type MoneyInteger, subtract, ZERO } from '../../../shared/money/money.ts';
import { shortNumber } from '../../../shared/protocol/receipt-number.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { Figures } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Banknote, Smartphone, Undo2, Wallet } from '../../ui/icons.ts';
import { keepFocus } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useAmountText, useCashier, useShop } from '../common/context.tsx';
import type { Receipts, Shown } from './use-receipts.ts';

type RowProps = {
  readonly row: ReceiptRow;
  readonly now: number;
  readonly picked: boolean;
  readonly onPick: () => void;
};

/** A row of the list: what was sold, its number, time and tender, what moved, and what was refunded of it. */
export function ReceiptRowKey({ row, now, picked, onPick }: RowProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  const format = useFormat();
  const amount = useAmountText();
  const { receipt, at, tender, tenderName, phone, refunded, total } = row;
  const facts = [
    shortNumber(receipt),
    format.recent(at, now),
    tenderText(tender, tenderName, words),
    ...(phone === null ? [] : [`… ${phone}`]),
  ];
  return (
    <button
      type="button"
      className="list-row receipt-row"
      aria-pressed={picked}
      onMouseDown={keepFocus}
      onClick={onPick}
    >
      <TenderIcon row={row} />
      <span className="list-words">
        <span className="list-name">
          <bdi>{nameOf(row, words)}</bdi>
        </span>
        <span className="list-when">
          {facts.map((fact, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts have one order
            <bdi key={place}>{place === 0 ? fact : ` · ${fact}`}</bdi>
          ))}
        </span>
      </span>
      <span className="list-amount">
        <Figures amount={signed(row, total)} currency={settings.currency} />
        {refunded > 0 && (
          <span className="receipt-back tone-refunded">
            <span className="mark">
              <Seal tone="refunded" size={18} />
            </span>
            <span className="mark-word">
              {refunded >= total
                ? words.wordRefunded
                : words.receiptBack(amount(refunded, settings.currency))}
            </span>
          </span>
        )}
      </span>
    </button>
  );
}

const signed = ({ kind }: ReceiptRow, total: MoneyInteger) =>
  kind === 'refund' ? subtract(ZERO, total) : total;

function TenderIcon({ row: { kind, tender } }: Pick<RowProps, 'row'>) {
  const Icon =
    kind === 'refund'
      ? Undo2
      : tender === 'cash'
        ? Banknote
        : tender === 'phone'
          ? Smartphone
          : Wallet;
  return <Icon size={22} aria-hidden="true" />;
}

export const tenderText = (
  tender: ReceiptRow['tender'],
  name: string | null,
  words: CashierWords,
): string => name ?? (tender === 'phone' ? words.slipPhone : words.payCash);

/** What was sold, in one line; of a refund the receipt that it refunds. */
function nameOf({ kind, lines, more, refundOf, bill }: ReceiptRow, words: CashierWords): string {
  if (kind === 'refund') {
    const of = typeof refundOf === 'number' ? shortNumber(refundOf) : refundOf;
    return of === null ? words.wordRefunded : words.receiptRefundOf(of);
  }
  const names = lines
    .map(({ name, quantity }) => (quantity === '1' ? name : `${quantity} ${name}`))
    .filter((name) => name.trim() !== '')
    .join(', ');
  const sold = names === '' ? words.openPrice : more > 0 ? words.receiptMore(names, more) : names;
  return bill === null ? sold : `${bill}: ${sold}`;
}

type ChipsProps = {
  readonly shown: Shown;
  readonly setShown: (shown: Shown) => void;
  readonly counts: Receipts['counts'];
  /** True if only today's receipts are shown. */
  readonly today: boolean;
  readonly onToday: () => void;
};

/** The filters of the list, with how many of each there are. */
export function ReceiptChips({ shown, setShown, counts, today, onToday }: ChipsProps) {
  const { words } = useCashier();
  const chips: readonly { of: Shown; label: string; count: number | null }[] = [
    { of: { kind: 'all' }, label: words.searchAll, count: counts?.all ?? null },
    ...(counts?.tenders ?? []).map(({ tender, tenderName, count }) => ({
      of: { kind: 'tender', tender, tenderName } as const,
      label: tenderText(tender, tenderName, words),
      count,
    })),
    { of: { kind: 'refunds' }, label: words.receiptRefunds, count: counts?.refunds ?? null },
    { of: { kind: 'none' }, label: words.receiptNone, count: null },
  ];
  // A tender that has no receipt any more stays in sight while it is chosen.
  const isShown = (of: Shown) => JSON.stringify(of) === JSON.stringify(shown);
  const all =
    shown.kind === 'tender' && !chips.some(({ of }) => isShown(of))
      ? [
          ...chips,
          { of: shown, label: tenderText(shown.tender, shown.tenderName, words), count: 0 },
        ]
      : chips;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="receipt-chips" role="group" aria-label={words.receiptFilters}>
      <Chip pressed={today} onPress={onToday}>
        {words.searchToday}
      </Chip>
      {all.map(({ of, label, count }) => (
        <Chip key={JSON.stringify(of)} pressed={isShown(of)} onPress={() => setShown(of)}>
          <bdi>{label}</bdi>
          {count !== null && <span className="chip-count">{count}</span>}
        </Chip>
      ))}
    </div>
  );
}

type ChipProps = {
  readonly pressed: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

function Chip({ pressed, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      className="chip"
      aria-pressed={pressed}
      onMouseDown={keepFocus}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
