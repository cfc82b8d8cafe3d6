import { useMemo, useRef, useState } from 'react';
import type { BooksValue } from '../../../shared/device/bridge/books.ts';
import type { BridgeAnswer, BridgeCommand } from '../../../shared/device/bridge/contract.ts';
import { createRepeats } from '../../state/counting.ts';
import { useCashier } from '../common/context.tsx';
import { problemText } from '../common/refusal-text.ts';

type WithId = Extract<BridgeCommand, { type: 'drawer' | 'count_drawer' | 'close_period' }>;
type WithoutId = WithId extends infer C ? (C extends WithId ? Omit<C, 'id'> : never) : never;

/** Sends commands of the books. A repeat after a lost answer has the same id, so that it does nothing twice. */
export function useBooks() {
  const { till, words } = useCashier();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const under = useRef(false);
  const repeats = useMemo(() => createRepeats(till.bills.newId), [till]);
  return {
    busy,
    problem,
    forget: () => setProblem(null),
    /** Null: a command is under way, the host refused it, or did not answer. The problem says why. */
    send: async (command: WithoutId): Promise<Extract<BridgeAnswer, { ok: true }> | null> => {
      if (under.current) return null;
      under.current = true;
      setBusy(true);
      setProblem(null);
      const answer = await till.call({ ...command, id: repeats.idOf(command) } as BridgeCommand);
      under.current = false;
      setBusy(false);
      if (answer !== null) repeats.answered();
      if (answer?.ok === true) return answer;
      setProblem(problemText(answer, words));
      return null;
    },
  };
}

type Answered = Extract<BridgeAnswer, { ok: true }>['value'];

/** What differs between a count and the books, in an answer; null if nothing does. */
export function differenceIn(value: Answered): Difference | null {
  return value !== null && 'difference' in value ? value.difference : null;
}
export type Difference = Extract<BooksValue, { difference: unknown }>['difference'];

/** The report in an answer; null for every other answer. */
export function reportIn(value: Answered | undefined) {
  return value !== null && value !== undefined && 'report' in value ? value.report : null;
}
