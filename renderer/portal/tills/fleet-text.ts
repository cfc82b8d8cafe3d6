import type { PortalTillStatus } from '../../../shared/portal/fleet.ts';
import type { FleetWords } from '../../i18n/en/fleet.ts';

const MARK = 'till:';

/** The id of a till's status in the address of the page, where pairings have ids of their own. */
export const fleetPlace = (posId: string) => MARK + posId;

/** The till of such an id; null for that of a pairing. */
export const fleetTill = (id: string | null) =>
  id?.startsWith(MARK) === true ? id.slice(MARK.length) : null;

/** By which items a till sells, and the newest version if that is another one. */
export function itemsText(
  { catalogue }: Pick<PortalTillStatus, 'catalogue'>,
  newest: number,
  words: Pick<FleetWords, 'ownItems' | 'itemsOf' | 'itemsBehind'>,
): string {
  if (catalogue === null || catalogue === 0) return words.ownItems;
  if (catalogue >= newest) return words.itemsOf(String(catalogue));
  return words.itemsBehind(String(catalogue), String(newest));
}

/** How far a clock is off; null while that is less than a few seconds. */
export function offText(
  ahead: number,
  roughly: (milliseconds: number) => string,
  words: Pick<FleetWords, 'ahead' | 'behind'>,
): string | null {
  // The report was on its way, and it names whole seconds.
  if (Math.abs(ahead) < 4_000) return null;
  return (ahead > 0 ? words.ahead : words.behind)(roughly(Math.abs(ahead)));
}
