import type { Authenticator } from '../merchants/authenticate.ts';
import type { Pairings } from '../pairing/pairing.ts';
import type { OwnUser } from '../wallet/wallet-services.ts';
import type { PortalDeps } from './deps.ts';
import { createDownloads, type Downloads } from './downloads.ts';
import { createSessions, type Sessions } from './session.ts';

/** The shop that the demo opens with one click. */
export type DemoLogin = { readonly merchantId: string; readonly userId: string };

/** Dependencies that the endpoints of the merchant portal share. */
export type PortalServices = {
  readonly deps: PortalDeps;
  /** The authenticator of the API, with its limit of failed logins. */
  readonly authenticator: Authenticator;
  readonly sessions: Sessions;
  readonly pairings: Pairings;
  readonly downloads: Downloads;
  /** Null outside the demo. */
  readonly demo: DemoLogin | null;
  /** Whether a request may use the demo: false for other users of this machine. */
  readonly ownUser: OwnUser;
};

export type PortalServicesOptions = {
  readonly deps: PortalDeps;
  readonly authenticator: Authenticator;
  readonly pairings: Pairings;
  readonly demo: DemoLogin | null;
  readonly ownUser: OwnUser;
  /** A keyed digest of this installation (`InstanceKeys.mac`). */
  readonly mac: (purpose: string, text: string) => string;
};

export function createPortalServices(options: PortalServicesOptions): PortalServices {
  const { deps, authenticator, pairings, demo, ownUser, mac } = options;
  const sessions = createSessions(deps, mac);
  const downloads = createDownloads();
  return { deps, authenticator, pairings, demo, ownUser, sessions, downloads };
}
