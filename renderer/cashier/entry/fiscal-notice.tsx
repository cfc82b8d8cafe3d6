import { Seal } from '../../ui/seal.tsx';
import { useCashier, useTillState } from '../common/context.tsx';

/** Says while the fiscal device does not work, and whether the shop sells without it. */
export function FiscalNotice() {
  const { words } = useCashier();
  const fiscal = useTillState((state) => state.snapshot?.fiscal);
  const problem = fiscal?.problem ?? null;
  if (fiscal === undefined || problem === null) return null;
  const isBlocked = fiscal.without === 'block_sales';
  return (
    <div className="other-currency mark tone-unclear" role="alert">
      <Seal tone="unclear" size={36} />
      <p>
        <strong>{words.fiscalProblems[problem]}</strong>{' '}
        {isBlocked ? words.fiscalBlocked[problem] : words.fiscalMarked}
      </p>
    </div>
  );
}
