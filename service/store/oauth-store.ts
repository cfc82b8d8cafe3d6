import type { Instant } from '../../shared/time/clock.ts';
import type { Effects, StoredToken } from './effects.ts';

/** An application that a merchant has registered. */
export type OauthClient = {
  readonly id: string;
  readonly merchantId: string;
  readonly name: string;
  /** scrypt in PHC string form; null for a public client, which must prove its code by PKCE. */
  readonly secretHash: string | null;
  /** Compared to the letter. */
  readonly redirectUris: readonly string[];
  readonly version: number;
};

/** What a checked authorisation request asks for. */
export type Asked = {
  readonly clientId: string;
  readonly merchantId: string;
  readonly redirectUri: string;
  /** Whether the request named it; then the exchange must name it too. */
  readonly redirectGiven: boolean;
  readonly scope: string;
  readonly state: string | null;
  readonly nonce: string | null;
  readonly challenge: string | null;
};

export type OauthRequest = {
  readonly id: string;
  readonly asked: Asked;
  /** Who has signed in for it. */
  readonly customerId: string | null;
  /** Hash of the browser's cookie that belongs to the request. */
  readonly loginHash: string | null;
  readonly tries: number;
  readonly answered: boolean;
  readonly expires: Instant;
};

export type CodeGrant = Asked & {
  readonly grantId: string;
  readonly customerId: string;
  readonly authTime: Instant;
};

/** `merchantId` is the merchant whose application asks; its writes take that merchant's turns. */
export interface OauthStore {
  client(id: string): Promise<OauthClient | null>;
  putClient(client: OauthClient): Promise<void>;
  putRequest(request: OauthRequest): Promise<void>;
  request(id: string, now: Instant): Promise<OauthRequest | null>;
  /** Names the customer of a request that nobody has signed in for, or the same one again. */
  bindRequest(id: string, customerId: string): Promise<boolean>;
  /** Counts a wrong secret; answers how many there were. */
  countTry(merchantId: string, id: string): Promise<number>;
  /** Marks a request as answered; false when it was already. */
  answerRequest(merchantId: string, id: string): Promise<boolean>;
  /** A code lives until `expires`; that it was used is remembered until `keepUntil`. */
  putCode(hash: string, grant: CodeGrant, expires: Instant, keepUntil: Instant): Promise<void>;
  /**
   * Uses a code up, and writes in the same commit what it gives out; null for nothing. `used` when
   * it was used before: then every token of its grant is revoked in the same commit, as the code is
   * in wrong hands.
   */
  takeCode(
    merchantId: string,
    hash: string,
    now: Instant,
    gives: (grant: CodeGrant) => Effects | null,
  ): Promise<
    { readonly kind: 'grant'; readonly grant: CodeGrant } | { readonly kind: 'used' | 'none' }
  >;
  /** A token that has neither expired nor been revoked. */
  token(hash: string, kind: StoredToken['kind'], now: Instant): Promise<StoredToken | null>;
  /** Replaces a refresh token by new tokens; a second use revokes the whole grant. */
  rotate(
    merchantId: string,
    hash: string,
    now: Instant,
    next: readonly StoredToken[],
  ): Promise<'rotated' | 'used' | 'none'>;
  revoke(grantId: string): Promise<void>;
  /** Forgets what ended before `now`. */
  sweep(now: Instant): Promise<void>;
}
