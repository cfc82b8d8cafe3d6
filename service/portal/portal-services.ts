import type { CodeTarget, DeliverCode } from '../callbacks/code-sender.ts';
import type { Authenticator } from '../merchants/authenticate.ts';
import type { Pairings } from '../pairing/pairing.ts';
import { type Codes, createCodes } from '../sign-in/one-time-codes.ts';
import type { OwnUser } from '../sign-in/own-user.ts';
import { SignIns } from '../sign-in/sign-ins.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import type { PortalDeps } from './deps.ts';
import { createDownloads, type Downloads } from './downloads.ts';
import { SecondFactors } from './second-factor.ts';
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
  /** Sends codes by e-mail; null if no gateway is configured. */
  readonly deliverCode: DeliverCode<CodeTarget> | null;
  readonly emailCodes: Codes;
  /** Limits of the codes by e-mail, and of the second factor. */
  readonly emailSignIns: SignIns;
  readonly factorTries: SignIns;
  readonly factors: SecondFactors;
  /** Tells the operator, one time, that a person could not sign in without a gateway. */
  readonly onNoGateway: () => void;
};

export type PortalServicesOptions = {
  readonly deps: PortalDeps;
  readonly authenticator: Authenticator;
  readonly pairings: Pairings;
  readonly demo: DemoLogin | null;
  readonly ownUser: OwnUser;
  readonly deliverCode: DeliverCode<CodeTarget> | null;
  /** A keyed digest of this installation (`InstanceKeys.mac`). */
  readonly mac: InstanceKeys['mac'];
};

export function createPortalServices(options: PortalServicesOptions): PortalServices {
  const { deps, authenticator, pairings, demo, ownUser, deliverCode, mac } = options;
  const sessions = createSessions(deps, mac);
  const downloads = createDownloads((error) =>
    deps.log.error({ error }, 'a file of the portal could not be completed'),
  );
  let warned = false;
  return {
    deps,
    authenticator,
    pairings,
    demo,
    ownUser,
    sessions,
    downloads,
    deliverCode,
    emailCodes: createCodes(deps, mac),
    emailSignIns: new SignIns(deps.clock),
    factorTries: new SignIns(deps.clock),
    factors: new SecondFactors(deps, mac),
    onNoGateway() {
      if (!warned) deps.log.warn('self-service users cannot sign in: --email-codes-to is not set');
      warned = true;
    },
  };
}
