import { createContext, useContext } from 'react';
import type { KioskCommand } from '../../shared/kiosk/commands.ts';
import type { KioskView, Words } from '../../shared/kiosk/contract.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import type { KioskWords } from '../i18n/kiosk.ts';
import { amountText } from '../ui/amount-parts.ts';

/** What every part of the screen is drawn with. */
export type KioskContext = {
  readonly view: KioskView;
  readonly words: KioskWords;
  /** Says what was pressed; what comes of it is in the next view. */
  readonly press: (command: KioskCommand) => void;
};

const Context = createContext<KioskContext | null>(null);
export const KioskProvider = Context.Provider;

export function useKiosk(): KioskContext {
  const context = useContext(Context);
  if (context === null) throw new Error('this belongs below the kiosk’s provider');
  return context;
}

/** A name in the language of this visit. */
export function useName(): (name: Words) => string {
  const { language } = useKiosk().view.aids;
  return (name) => name[language];
}

/** An amount of the shop's currency as one string. */
export function useAmountText(): (amount: MoneyInteger) => string {
  const { currency, locale } = useKiosk().view;
  return (amount) => amountText(amount, currency, locale);
}
