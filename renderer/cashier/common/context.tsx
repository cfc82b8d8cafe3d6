import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { Bill } from '../../../shared/bill/bill.ts';
import type { BillsView } from '../../../shared/device/bridge/bills.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { GoodsView } from '../../../shared/device/bridge/goods.ts';
import { formatFor } from '../../../shared/format/format.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import type { TerminalView } from '../../../shared/terminal/sale/state.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import type { Language } from '../../i18n/language.ts';
import type { PaymentWords } from '../../i18n/payment.ts';
import { type BillsState, openOn } from '../../state/bills/bills.ts';
import type { GoodsState } from '../../state/goods-state.ts';
import { type DeckWindow, windowIn } from '../../state/mode/mode.ts';
import type { PaymentTill } from '../../state/payment-till.ts';
import type { PreferenceStore } from '../../state/preferences.ts';
import type { TablesState } from '../../state/tables.ts';
import { isBusy, type TillState } from '../../state/till-state.ts';
import type { Till } from '../../state/till-store.ts';
import { FormatProvider, useFormat } from '../../ui/format.tsx';

/** What every component of a payment may use, on the cashier screen and in another product's page. */
export type PaymentContext = {
  readonly till: PaymentTill;
  readonly preferences: PreferenceStore;
  readonly words: PaymentWords;
  readonly language: Language;
};

/** The values that every component of the cashier screen may use. */
export type CashierContext = PaymentContext & {
  readonly till: Till;
  readonly words: CashierWords;
  /** The language that is wanted but could not be loaded; null if there is none. */
  readonly notLoaded: Language | null;
};

const Payment = createContext<PaymentContext | null>(null);
const Cashier = createContext<CashierContext | null>(null);

export function PaymentProvider(props: {
  readonly context: PaymentContext;
  readonly children: ReactNode;
}) {
  // The embedded payment uses it with React 18 too, which has no other form.
  return <Payment.Provider value={props.context}>{props.children}</Payment.Provider>;
}

export function CashierProvider(props: {
  readonly context: CashierContext;
  readonly children: ReactNode;
}) {
  const { context, children } = props;
  return (
    <Cashier value={context}>
      <PaymentProvider context={context}>{children}</PaymentProvider>
    </Cashier>
  );
}

/** The context of a payment. Throws outside of a provider, which is a bug. */
export function usePayment(): PaymentContext {
  const context = useContext(Payment);
  if (context === null) throw new Error('used outside of PaymentProvider');
  return context;
}

/** The context of the cashier screen. Throws outside of `CashierProvider`, which is a bug. */
export function useCashier(): CashierContext {
  const context = useContext(Cashier);
  if (context === null) throw new Error('used outside of CashierProvider');
  return context;
}

export function useTillState<T>(select: (state: TillState) => T): T {
  return useStore(usePayment().till.store, select);
}

/** True while the host has not answered a payment or another command. */
export const useBusy = (): boolean => useTillState(isBusy);

/** The open window of the deck of this kind; null if there is none. */
export function useWindow<K extends DeckWindow['kind']>(
  kind: K,
): Extract<DeckWindow, { readonly kind: K }> | null {
  return useTillState(({ mode }) => windowIn(mode, kind));
}

/** Selects from the state of the bills. */
export function useBills<T>(select: (state: BillsState) => T): T {
  return useStore(useCashier().till.bills.store, select);
}

/** The id of the bill that the person fills; null without one. */
export const useOpenBillId = (): string | null => useBills(({ slip }) => openOn(slip));

/** The bill on the slip; null if there is none. */
export function useBill(): Bill | null {
  return useBills(({ slip, shown }) => shown.get(openOn(slip) ?? '') ?? null);
}

/** The bill on the slip that ended at another screen; null for none. */
export function useEnded(): Bill | null {
  return useBills(({ slip }) => (slip.kind === 'ended' ? slip.bill : null));
}

/** Selects from the state of the catalogue, and of what is typed for a bill. */
export function useGoods<T>(select: (state: GoodsState) => T): T {
  return useStore(useCashier().till.goods.store, select);
}

/** Selects from the state of the open tables. */
export function useTables<T>(select: (state: TablesState) => T): T {
  return useStore(useCashier().till.tables.store, select);
}

type ShopContext = {
  readonly settings: TillSettings;
  readonly view: TerminalView;
  readonly goods?: GoodsView;
  readonly bills?: BillsView;
};

const Shop = createContext<ShopContext | null>(null);

/** Gives the till's settings and view to the screen, and the formats of its reader. */
export function ShopProvider(props: {
  readonly settings: TillSettings;
  readonly view: TerminalView;
  readonly goods?: GoodsView;
  readonly bills?: BillsView;
  readonly children: ReactNode;
}) {
  const { children, ...shop } = props;
  const { locale, timeZone } = shop.settings;
  const format = formatFor({ language: usePayment().language, shopLocale: locale, timeZone });
  return (
    <Shop.Provider value={shop}>
      <FormatProvider value={format}>{children}</FormatProvider>
    </Shop.Provider>
  );
}

/** The name of a table, or of a bill without a name: the time of its last change. */
export function useBillName(): (bill: {
  readonly name: string | null;
  readonly at: number;
}) => string {
  const { words } = useCashier();
  const format = useFormat();
  return ({ name, at }) => name ?? words.billUnnamed(format.time(at));
}

/** Settings and view of the till. Throws before the first snapshot. */
export function useShop(): ShopContext {
  const shop = useContext(Shop);
  if (shop === null) throw new Error('used before the first snapshot');
  return shop;
}

/** Formats amounts as text for this reader, by default in the shop's currency. */
export function useAmountText(): (amount: MoneyInteger, currency?: string) => string {
  const { settings } = useShop();
  const format = useFormat();
  return (amount, currency = settings.currency) => format.amount(amount, currency);
}
