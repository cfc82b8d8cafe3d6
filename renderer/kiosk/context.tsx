import { createContext, useContext } from 'react';
import type { KioskCommand } from '../../shared/device/kiosk/commands.ts';
import type { KioskView, Words } from '../../shared/device/kiosk/contract.ts';
import type { CustomerAnswer } from '../../shared/device/questions/question.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { KioskWords } from '../i18n/customer.ts';
import { useFormat } from '../ui/format.tsx';
import type { Voice } from './adapters/voice.ts';

/** The values that every component of the kiosk may use. */
export type KioskContext = {
  readonly view: KioskView;
  readonly words: KioskWords;
  /** The instant of this picture. The kiosk is drawn again when the code on the screen expires. */
  readonly now: Instant;
  /** Sends a command to the host. The next view shows the result. */
  readonly press: (command: KioskCommand) => void;
  /** Answers the question on the screen; false if the host refused it or was not reached. */
  readonly answer: (question: string, given: CustomerAnswer) => Promise<boolean>;
  readonly voice: Voice;
};

const Context = createContext<KioskContext | null>(null);
export const KioskProvider = Context.Provider;

export function useKiosk(): KioskContext {
  const context = useContext(Context);
  if (context === null) throw new Error('this belongs below the kiosk’s provider');
  return context;
}

/** Returns a product's name in the language of this visit. */
export function useName(): (name: Words) => string {
  const { language } = useKiosk().view.aids;
  return (name) => name[language];
}

/** Formats amounts in the shop's currency. */
export function useAmountText(): (amount: MoneyInteger) => string {
  const { currency } = useKiosk().view;
  const format = useFormat();
  return (amount) => format.amount(amount, currency);
}
