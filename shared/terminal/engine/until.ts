import { type Answer, answer, refuse } from '../../protocol/errors.ts';
import { type DeviceClock, SECOND } from '../../time/clock.ts';
import { isFinal, type SaleState, type SaleView } from '../sale/state.ts';

export type SaleStateKind = SaleState['kind'];

const TIMEOUT = 300 * SECOND;
const NO_SALE = refuse('Not Found', 'This till has no such sale.');

type UntilDeps = {
  readonly clock: DeviceClock;
  readonly sale: (id: string) => SaleView | null;
  readonly subscribe: (listener: () => void) => () => void;
};

/** See `Terminal.until`. */
export function saleUntil(
  { clock, sale, subscribe }: UntilDeps,
  id: string,
  wanted: SaleStateKind | readonly SaleStateKind[],
  timeout: number = TIMEOUT,
): Promise<Answer<SaleView>> {
  const kinds = [wanted].flat();
  const look = (): Answer<SaleView> | null => {
    const seen = sale(id);
    if (seen === null) return NO_SALE;
    if (kinds.includes(seen.state.kind)) return answer(seen);
    if (!isFinal(seen.state)) return null;
    return refuse('Conflict', `The sale has ended: ${seen.state.kind}.`);
  };
  return new Promise((resolve) => {
    const first = look();
    if (first !== null) return resolve(first);
    const settle = (result: Answer<SaleView>) => {
      cancel();
      unsubscribe();
      resolve(result);
    };
    const cancel = clock.after(timeout, () =>
      settle(refuse('Service Unavailable', `The sale did not change within ${timeout} ms.`)),
    );
    const unsubscribe = subscribe(() => {
      const now = look();
      if (now !== null) settle(now);
    });
  });
}
