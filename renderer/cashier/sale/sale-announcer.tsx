import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { isFinal, type SaleView } from '../../../shared/terminal/sale/state.ts';
import { cueFor, reminder } from '../../state/cues.ts';
import { currentSale } from '../../state/sales.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { ring } from '../../ui/countdown.tsx';
import { play } from '../../ui/sound.ts';
import { useAmountText, usePayment, useShop } from '../common/context.tsx';
import { stateText } from './state-text.ts';

type SaleAnnouncerProps = {
  /** Announced while there is no sale, if a payment without a phone has just been made. */
  readonly paidOtherwise?: string | null;
};

/** Announces every change of the current sale to screen readers and plays its sound. */
export function SaleAnnouncer({ paidOtherwise = null }: SaleAnnouncerProps) {
  const { view } = useShop();
  const sale = currentSale(view);
  useCues(sale);
  const announcement = useAnnouncement(sale, paidOtherwise);
  const final = sale === null ? paidOtherwise !== null : isFinal(sale.state);
  return <Announcer polite={final ? '' : announcement} assertive={final ? announcement : ''} />;
}

function useAnnouncement(sale: SaleView | null, paidOtherwise: string | null): string {
  const { words } = usePayment();
  const amount = useAmountText();
  if (sale === null) return paidOtherwise ?? words.ready;
  if (sale.state.kind === 'paid')
    return words.announcePaid(amount(sale.money.captured, sale.currency));
  const { head, text } = stateText(sale, words, amount);
  const { refunded } = sale.money;
  const back =
    sale.state.kind === 'refunded' && refunded > 0 ? ` ${amount(refunded, sale.currency)}` : '';
  return `${head}${back}. ${text}`;
}

function useCues(sale: SaleView | null): void {
  const volume = useStore(usePayment().preferences, (state) => state.volume);
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
