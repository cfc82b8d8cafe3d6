import { useRef, useState } from 'react';
import type { GoodsChange } from '../../../../shared/device/commands/goods.ts';
import { useCashier } from '../../common/context.tsx';
import { problemText } from '../../common/refusal-text.ts';

/** Sends changes of the items, one order at a time. */
export type Changes = {
  /** Sends changes of the version that the person saw. True if they were made; a second press meanwhile is none. */
  readonly send: (version: string, changes: readonly GoodsChange[]) => Promise<boolean>;
  readonly busy: boolean;
  /** Why the last order was not made; empty if it was. */
  readonly problem: string;
};

export function useChanges(): Changes {
  const { till, words } = useCashier();
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const send: Changes['send'] = async (version, changes) => {
    if (sending.current) return false;
    sending.current = true;
    setBusy(true);
    const answer = await till.call({ type: 'change_goods', version, changes: [...changes] });
    sending.current = false;
    setBusy(false);
    setProblem(answer?.ok === true ? '' : problemText(answer, words));
    return answer?.ok === true;
  };
  return { send, busy, problem };
}
