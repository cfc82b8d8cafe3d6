import { mayChangeItems } from '../../state/staff.ts';
import { useShop, useTillState } from '../common/context.tsx';

/**
 * Whether the person at the till may change its items. `no_role`: a supervisor may. `no_key`: nobody may at this till,
 * which a supervisor reads before anything is typed (D-419).
 */
export function useItemChanges(): 'possible' | 'no_role' | 'no_key' {
  const hasRole = useTillState(({ snapshot }) => mayChangeItems(snapshot?.backOffice));
  const { goods } = useShop();
  if (!hasRole) return 'no_role';
  return goods?.changes ?? 'possible';
}
