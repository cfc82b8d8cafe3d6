import { useRef, useState } from 'react';
import type { AnswerOf, CommandOf, ValueOf } from '../../../shared/device/commands/table.ts';
import { type Repeat, repeatOf } from '../../state/repeat.ts';
import type { Accepted } from '../../state/till-commands.ts';
import { useCashier } from '../common/context.tsx';
import { problemText } from '../common/refusal-text.ts';

type Name = 'drawer' | 'count_drawer' | 'close_period';
type WithoutId<N extends Name> = Omit<CommandOf<N>, 'id'> & { readonly type: N };

/** Sends commands of the books. A repeat after a lost answer has the same id, so that it does nothing twice. */
export function useBooks() {
  const { till, words } = useCashier();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const under = useRef(false);
  const unanswered = useRef<Repeat | null>(null);
  return {
    busy,
    problem,
    forget: () => setProblem(null),
    /** Null: a command is under way, the host refused it, or did not answer. The problem says why. */
    send: async <N extends Name>(command: WithoutId<N>): Promise<Accepted<N> | null> => {
      if (under.current) return null;
      under.current = true;
      setBusy(true);
      setProblem(null);
      unanswered.current = repeatOf(unanswered.current, command, till.bills.newId);
      const whole = { ...command, id: unanswered.current.id } as unknown as CommandOf<Name>;
      // The host answers by the row of this command.
      const answer = (await till.call(whole)) as AnswerOf<N> | null;
      under.current = false;
      setBusy(false);
      if (answer !== null) unanswered.current = null;
      if (answer?.ok === true) return answer;
      setProblem(problemText(answer, words));
      return null;
    },
  };
}

/** What differs between a count and the books. */
export type Difference = NonNullable<ValueOf<'count_drawer'>>['difference'];
