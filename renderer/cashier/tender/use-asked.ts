import { useMemo } from 'react';
import type { CashRounding } from '../../../shared/cash/rounding.ts';
import {
  type Asked,
  askedNow,
  cashRuleOf,
  type NotOffered,
  notOffered,
} from '../../state/asked.ts';
import type { TenderWindow } from '../../state/mode/mode.ts';
import { useBill, useGoods, useTillState, useWindow } from '../common/context.tsx';

const NOTHING: TenderWindow = { kind: 'tender', taking: 'cash', typed: 0, full: false, name: null };

/** What the deck takes in cash or otherwise. */
export const useTender = (): TenderWindow => useWindow('tender') ?? NOTHING;

/** How the till rounds cash; null if it does not. */
export function useRounding(): CashRounding | null {
  const snapshot = useTillState((state) => state.snapshot);
  return useMemo(() => cashRuleOf(snapshot), [snapshot]);
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
