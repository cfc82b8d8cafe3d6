import { useEffect, useState } from 'react';
import type { GoodsAnswer } from '../../../../shared/device/bridge/goods.ts';
import { useCashier, useShop } from '../../common/context.tsx';
import { problemText } from '../../common/refusal-text.ts';

/** The whole catalogue as it is written, with the name of its version. */
export type ReadDocument = Extract<GoodsAnswer, { readonly kind: 'document' }>;

/** Reads the catalogue as it is written, and again when the till has another version of it. */
export function useDocument(): { readonly read: ReadDocument | null; readonly problem: string } {
  const { till, words } = useCashier();
  const version = useShop().goods?.catalogue ?? null;
  const [read, setRead] = useState<ReadDocument | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isOver = false;
    // Named, because the version decides when it is read again.
    const readVersion = async (_version: string | null) => {
      const answer = await till.call({ type: 'goods', act: { kind: 'read_document' } });
      if (isOver) return;
      const isRead = answer?.ok === true && answer.goods?.kind === 'document';
      setProblem(isRead ? '' : problemText(answer, words));
      if (isRead && answer.goods?.kind === 'document') setRead(answer.goods);
    };
    void readVersion(version);
    return () => {
      isOver = true;
    };
  }, [till, version, words]);
  return { read, problem };
}
