import type { Exchange } from '../../shared/node/http/exchange.ts';
import type { HeaderSink } from '../../shared/node/http/reply-headers.ts';
import type { DeliverCode } from '../callbacks/code-sender.ts';
import type { Codes } from '../sign-in/one-time-codes.ts';
import type { OwnUser } from '../sign-in/own-user.ts';
import type { SignIns } from '../sign-in/sign-ins.ts';
import type { OauthClient, OauthRequest } from '../store/oauth-store.ts';
import type { OauthDeps } from './deps.ts';

/** Dependencies of the pages of the redirect flow. */
export type BrowserDeps = {
  readonly oauth: OauthDeps;
  readonly demo: boolean;
  /** Whether a request may use the demo: false for other users of this machine. */
  readonly ownUser: OwnUser;
  readonly deliverCode: DeliverCode | null;
  readonly signIns: SignIns;
  readonly codes: Codes;
};

/**
 * One browser in a sign-in: its request, and the proof that the request belongs to this browser.
 */
export type Asking = {
  readonly deps: BrowserDeps;
  readonly exchange: Exchange;
  /** Takes the cookie of a session that the reply opens. */
  readonly headers: HeaderSink;
  readonly client: OauthClient;
  readonly open: OauthRequest;
  /** Proof for the form, if the browser came by the QR code and has no cookie. */
  readonly key: string | null;
};

/** True if a one-time code can reach a customer: the demo shows it, or a gateway sends it. */
export function canSignIn({
  demo,
  deliverCode,
}: Pick<BrowserDeps, 'demo' | 'deliverCode'>): boolean {
  return demo || deliverCode !== null;
}
