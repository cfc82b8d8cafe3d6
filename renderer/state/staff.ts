import type { DeskView, PersonView } from '../../shared/bridge/desk.ts';

/** The person who is logged in; null if the till is locked or has no staff. */
export function personHere(desk: DeskView | undefined): PersonView | null {
  return desk?.staff.find(({ id }) => id === desk.personId) ?? null;
}

/** True if the person at the till may change the staff. A till without staff needs no login. */
export function maySupervise(desk: DeskView | undefined): boolean {
  return desk?.state === 'open' || personHere(desk)?.role === 'supervisor';
}

export function supervisors(desk: DeskView | undefined): readonly PersonView[] {
  return desk?.staff.filter(({ role }) => role === 'supervisor') ?? [];
}
