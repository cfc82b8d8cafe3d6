import type { Instant } from '../../shared/time/clock.ts';
import type { Effects, StoredToken } from './effects.ts';

/** An application that a merchant has registered. */
export type OauthClient = {
  readonly id: string;
  readonly merchantId: string;
  readonly name: string;
  /** scrypt in PHC string form; null for a public client, which must prove its code by PKCE. */
  readonly secretHash: string | null;
  /** Compared exactly. */
  readonly redirectUris: readonly string[];
  readonly version: number;
};

/** The content of a checked authorisation request. */
export type RequestedAuthorisation = {
  readonly clientId: string;
  readonly merchantId: string;
  readonly redirectUri: string;
  /** True if the request named the redirect address; then the exchange must name it too. */
  readonly redirectGiven: boolean;
  readonly scope: string;
  readonly state: string | null;
  readonly nonce: string | null;
  readonly challenge: string | null;
};

export type OauthRequest = {
  readonly id: string;
  readonly authorisation: RequestedAuthorisation;
  /** The customer who signed in for the request. */
  readonly customerId: string | null;
  /** Hash of the browser's cookie for the request. */
  readonly loginHash: string | null;
  readonly tries: number;
  readonly answered: boolean;
  readonly expires: Instant;
};

export type CodeGrant = RequestedAuthorisation & {
  readonly grantId: string;
  readonly customerId: string;
  readonly authTime: Instant;
};

/** `merchantId` is the merchant of the application; writes are queued under that merchant. */
export interface OauthStore {
  client(id: string): Promise<OauthClient | null>;
  putClient(client: OauthClient): Promise<void>;
  /** Applications of a merchant in byte order of their ids; at most `limit`. */
  clientsOf(merchantId: string, limit: number): Promise<readonly OauthClient[]>;
  /** Writes `next` if the stored version is still `next.version - 1`. */
  changeClient(next: OauthClient): Promise<boolean>;
  /** Removes an application of the merchant and revokes its tokens, in one commit. */
  removeClient(merchantId: string, id: string): Promise<boolean>;
  putRequest(request: OauthRequest): Promise<void>;
  request(id: string, now: Instant): Promise<OauthRequest | null>;
  /** Sets the customer of a request that has none, or the same one again. */
  bindRequest(id: string, customerId: string): Promise<boolean>;
  /** Counts a wrong code; returns the number of wrong codes. */
  countTry(merchantId: string, id: string): Promise<number>;
  /** Marks a request as answered; false when it was answered before. */
  answerRequest(merchantId: string, id: string): Promise<boolean>;
  /** A code is valid until `expires`; its use is remembered until `keepUntil`. */
  putCode(hash: string, grant: CodeGrant, expires: Instant, keepUntil: Instant): Promise<void>;
  /**
   * Uses a code up and writes its tokens in the same commit; null for an unknown code. `used` when
   * it was used before: then every token of its grant is revoked in the same commit, because the
   * code has leaked.
   */
  takeCode(
    merchantId: string,
    hash: string,
    now: Instant,
    gives: (grant: CodeGrant) => Effects | null,
  ): Promise<
    { readonly kind: 'grant'; readonly grant: CodeGrant } | { readonly kind: 'used' | 'none' }
  >;
  /** A token that is neither expired nor revoked. */
  token(hash: string, kind: StoredToken['kind'], now: Instant): Promise<StoredToken | null>;
  /** Replaces a refresh token by new tokens; a second use revokes the whole grant. */
  rotate(
    merchantId: string,
    hash: string,
    now: Instant,
    next: readonly StoredToken[],
  ): Promise<'rotated' | 'used' | 'none'>;
  revoke(grantId: string): Promise<void>;
  /** Removes rows that expired before `now`. */
  sweep(now: Instant): Promise<void>;
}
