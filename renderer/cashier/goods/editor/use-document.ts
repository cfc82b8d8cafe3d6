import { useEffect, useState } from 'react';
import type { GoodsDocument } from '../../../../shared/device/commands/goods.ts';
import { useCashier, useShop } from '../../common/context.tsx';
import { problemText } from '../../common/refusal-text.ts';

/** Reads the catalogue as it is written, and again when the till has another version of it. */
export function useDocument(): { readonly read: GoodsDocument | null; readonly problem: string } {
  const { till, words } = useCashier();
  const version = useShop().goods?.catalogue ?? null;
  const [read, setRead] = useState<GoodsDocument | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isOver = false;
    // Named, because the version decides when it is read again.
    const readVersion = async (_version: string | null) => {
      const answer = await till.call({ type: 'read_catalogue' });
      if (isOver) return;
      setProblem(answer?.ok === true ? '' : problemText(answer, words));
      if (answer?.ok === true) setRead(answer.value);
    };
    void readVersion(version);
    return () => {
      isOver = true;
    };
  }, [till, version, words]);
  return { read, problem };
}
