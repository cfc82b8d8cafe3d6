import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { isFinal, type SaleView } from '../../shared/terminal/sale/state.ts';
import { cueFor, reminder } from '../state/cues.ts';
import { currentSale } from '../state/pick.ts';
import { Announcer } from '../ui/announcer.tsx';
import { play } from '../ui/sound.ts';
import { ring } from '../ui/use-now.ts';
import { useAmountText, useShop, useTools } from './context.tsx';
import { sayState } from './say-state.ts';

/** Says every change of the sale on the screen to screen readers, and sounds it. */
export function News() {
  const { view } = useShop();
  const sale = currentSale(view);
  useCues(sale);
  const said = useSaid(sale);
  const final = sale !== null && isFinal(sale.state);
  return <Announcer polite={final ? '' : said} assertive={final ? said : ''} />;
}

function useSaid(sale: SaleView | null): string {
  const { words } = useTools();
  const amount = useAmountText();
  if (sale === null) return words.ready;
  if (sale.state.kind === 'paid') return words.announcePaid(amount(sale.amount, sale.currency));
  const { head, text } = sayState(sale, words);
  return `${head}. ${text}`;
}

function useCues(sale: SaleView | null): void {
  const volume = useStore(useTools().preferences, (state) => state.volume);
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
    // A touch anywhere says that someone is there.
    window.addEventListener('pointerdown', silence, { once: true });
    return () => {
      silence();
      window.removeEventListener('pointerdown', silence);
    };
  }, [call, after, repeat, volume]);
}
