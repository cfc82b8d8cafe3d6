import type { Phase } from '../../shared/kiosk/contract.ts';
import type { KioskWords } from '../i18n/customer.ts';
import type { RailStop } from '../ui/rail.tsx';

const HERE: Readonly<Partial<Record<Phase['kind'], number>>> = {
  preparing: 0,
  scan: 0,
  cancelling: 0,
  approve: 1,
  // Approved, but not delivered yet.
  taking: 1.5,
};

/**
 * The stops of the rail. With a machine the delivery is a stop, during which the money is reserved.
 */
export function stopsOf(
  { kind }: Phase,
  goods: string | null,
  words: KioskWords,
): readonly RailStop[] {
  const labels: readonly (readonly [RailStop['tone'], string])[] = [
    ['waiting', words.railScan],
    ['phone', words.railApprove],
    ...(goods === null ? [] : [['authorised', goods] as const]),
    ['paid', words.railPaid],
  ];
  const here = HERE[kind] ?? 0;
  return labels.map(([tone, label], index) => {
    const step = index < here ? 'done' : index === here ? 'now' : 'todo';
    const stepLabel = { done: words.railDone, now: words.railNow, todo: words.railTodo }[step];
    return { tone, label, step, stepLabel };
  });
}
