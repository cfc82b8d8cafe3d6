import type { BackOfficeView, PersonView } from '../../shared/device/bridge/back-office.ts';

/** The person who is logged in; null if the till is locked or has no staff. */
export function personHere(backOffice: BackOfficeView | undefined): PersonView | null {
  return backOffice?.staff.find(({ id }) => id === backOffice.personId) ?? null;
}

/** True if the person at the till may change the staff. A till without staff needs no login. */
export function maySupervise(backOffice: BackOfficeView | undefined): boolean {
  return backOffice?.state === 'open' || personHere(backOffice)?.role === 'supervisor';
}

/** True if the person at the till may change items. A till without staff has no roles. */
export const mayChangeItems = (backOffice: BackOfficeView | undefined): boolean =>
  backOffice === undefined || maySupervise(backOffice);

export function supervisors(backOffice: BackOfficeView | undefined): readonly PersonView[] {
  return backOffice?.staff.filter(({ role }) => role === 'supervisor') ?? [];
}
