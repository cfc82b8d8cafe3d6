import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { CashRounding } from '../../../shared/cash/rounding.ts';
import { roundingOf } from '../../../shared/cash/setting.ts';
import {
  type Asked,
  askedNow,
  type NotOffered,
  notOffered,
  type TenderState,
} from '../../state/tenders.ts';
import { useBill, useCashier, useGoods, useShop, useTillState } from '../common/context.tsx';

/** Selects from the state of cash and other tenders. */
export function useTenders<T>(select: (state: TenderState) => T): T {
  return useStore(useCashier().till.tenders.store, select);
}

/** How the till rounds cash; null if it does not. */
export function useRounding(): CashRounding | null {
  const { settings } = useShop();
  return useMemo(() => roundingOf(settings), [settings]);
}

/** What the deck asks for, in cash and otherwise. */
export function useAsked(): Asked {
  const goods = useGoods((state) => state);
  const bill = useBill();
  const entry = useTillState((state) => state.entry);
  return askedNow(goods, bill, entry, useRounding());
}

/** Why cash and other tenders are not offered; null if they are. */
export function useNotOffered(): NotOffered | null {
  const bill = useBill();
  const link = useTillState((state) => state.link);
  const snapshot = useTillState((state) => state.snapshot);
  return notOffered(snapshot, link, bill);
}

const NONE: readonly string[] = [];

/** The names of the shop's other tenders. */
export function useOtherNames(): readonly string[] {
  return useTillState(({ snapshot }) => snapshot?.books?.otherTenders ?? NONE);
}
