import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { TillSettings } from '../../shared/bridge/contract.ts';
import type { GoodsView } from '../../shared/bridge/goods.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import type { TerminalView } from '../../shared/terminal/sale/state.ts';
import type { CashierWords } from '../i18n/cashier.ts';
import type { Language } from '../i18n/language.ts';
import { askedTotal, type GoodsState } from '../state/goods-state.ts';
import type { PreferenceStore } from '../state/preferences.ts';
import type { TablesState } from '../state/tables.ts';
import type { TillState } from '../state/till-state.ts';
import type { Till } from '../state/till-store.ts';
import { amountText } from '../ui/amount-parts.ts';

/** What every part of the cashier screen may use. */
export type CashierTools = {
  readonly till: Till;
  readonly preferences: PreferenceStore;
  readonly words: CashierWords;
  readonly language: Language;
  /** Locale of times; amounts follow the shop's own. */
  readonly times: string;
};

const Tools = createContext<CashierTools | null>(null);

export function ToolsProvider(props: {
  readonly tools: CashierTools;
  readonly children: ReactNode;
}) {
  return <Tools value={props.tools}>{props.children}</Tools>;
}

/** The tools of this screen. Throws outside of the provider: that is a bug of the tree. */
export function useTools(): CashierTools {
  const tools = useContext(Tools);
  if (tools === null) throw new Error('used outside of ToolsProvider');
  return tools;
}

export function useTillState<T>(select: (state: TillState) => T): T {
  return useStore(useTools().till.store, select);
}

/** The goods that are being sold. */
export function useGoods<T>(select: (state: GoodsState) => T): T {
  return useStore(useTools().till.goods.store, select);
}

/** The open tables as the cashier looks at them. */
export function useTables<T>(select: (state: TablesState) => T): T {
  return useStore(useTools().till.tables.store, select);
}

/** What the customer is to pay for the basket and for what is being typed. */
export function useAsked(): MoneyInteger {
  const typed = useTillState((state) => state.entry.amount);
  return useGoods((state) => askedTotal(state, typed));
}

type ShopNow = {
  readonly settings: TillSettings;
  readonly view: TerminalView;
  readonly goods?: GoodsView;
};

const Shop = createContext<ShopNow | null>(null);

export function ShopProvider(props: {
  readonly settings: TillSettings;
  readonly view: TerminalView;
  readonly goods?: GoodsView;
  readonly children: ReactNode;
}) {
  const { children, ...shop } = props;
  return <Shop value={shop}>{children}</Shop>;
}

/** Settings and view, once the first snapshot is there. */
export function useShop(): ShopNow {
  const shop = useContext(Shop);
  if (shop === null) throw new Error('used before the first snapshot');
  return shop;
}

/** Amounts as text in the shop's own form. */
export function useAmountText(): (amount: MoneyInteger, currency?: string) => string {
  const { settings } = useShop();
  return (amount, currency = settings.currency) => amountText(amount, currency, settings.locale);
}
