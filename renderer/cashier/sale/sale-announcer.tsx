import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { add, type MoneyInteger } from '../../../shared/money/money.ts';
import { isFinal, type SaleView } from '../../../shared/terminal/sale/state.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { cueFor, reminder } from '../../state/cues.ts';
import { currentSale } from '../../state/sales.ts';
import type { TenderDone } from '../../state/tenders.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { ring } from '../../ui/countdown.tsx';
import { play } from '../../ui/sound.ts';
import { useAmountText, useCashier, useShop } from '../common/context.tsx';
import { useTenders } from '../tender/use-asked.ts';
import { stateText } from './state-text.ts';

/** Announces every change of the current sale to screen readers and plays its sound. */
export function SaleAnnouncer() {
  const { view } = useShop();
  const sale = currentSale(view);
  useCues(sale);
  const announcement = useAnnouncement(sale);
  const isTendered = useTenders((state) => state.done !== null);
  const final = sale === null ? isTendered : isFinal(sale.state);
  return <Announcer polite={final ? '' : announcement} assertive={final ? announcement : ''} />;
}

function useAnnouncement(sale: SaleView | null): string {
  const { words } = useCashier();
  const amount = useAmountText();
  const done = useTenders((state) => state.done);
  if (sale === null && done !== null) return tenderText(done, words, amount);
  if (sale === null) return words.ready;
  if (sale.state.kind === 'paid')
    return words.announcePaid(amount(sale.money.captured, sale.currency));
  const { head, text } = stateText(sale, words, amount);
  const { refunded } = sale.money;
  const back =
    sale.state.kind === 'refunded' && refunded > 0 ? ` ${amount(refunded, sale.currency)}` : '';
  return `${head}${back}. ${text}`;
}

/** The change is what the cashier must not miss. */
function tenderText(
  { method, change, amount: part, rounding, left }: TenderDone,
  words: CashierWords,
  amount: (sum: MoneyInteger) => string,
): string {
  const gives = method.kind === 'cash' && change > 0;
  const text = gives
    ? words.announceChange(amount(change))
    : words.announceTender(amount(add(part, rounding)));
  return left > 0 ? `${text} ${words.announceLeft(amount(left))}` : text;
}

function useCues(sale: SaleView | null): void {
  const volume = useStore(useCashier().preferences, (state) => state.volume);
  const before = useRef<SaleView | null>(null);
  useEffect(() => {
    const cue = cueFor(before.current, sale);
    before.current = sale;
    if (cue !== null) play(cue, volume);
  }, [sale, volume]);
  const again = sale === null ? null : reminder(sale.state);
  const after = again?.after ?? 0;
  const repeat = again?.repeat ?? false;
  const call = again === null || sale === null ? null : `${sale.id}:${sale.state.kind}`;
  useEffect(() => {
    if (call === null) return;
    const sound = () => play('look', volume);
    const silence = ring(after, repeat, sound);
    // A touch anywhere means that the cashier is present.
    window.addEventListener('pointerdown', silence, { once: true });
    return () => {
      silence();
      window.removeEventListener('pointerdown', silence);
    };
  }, [call, after, repeat, volume]);
}
