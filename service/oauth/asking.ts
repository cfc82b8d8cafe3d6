import type { Request, Response } from 'express';
import type { DeliverCode } from '../callbacks/code-sender.ts';
import type { OauthClient, OauthRequest } from '../store/oauth-store.ts';
import type { Codes } from '../wallet/one-time-codes.ts';
import type { SignIns } from '../wallet/sign-ins.ts';
import type { OauthDeps } from './deps.ts';

/** What the pages of the redirect flow need. */
export type BrowserDeps = {
  readonly context: OauthDeps;
  readonly demo: boolean;
  readonly deliverCode: DeliverCode | null;
  readonly signIns: SignIns;
  readonly codes: Codes;
};

/** One browser that is being asked: its request, and what proves that it is this browser's. */
export type Asking = {
  readonly deps: BrowserDeps;
  readonly request: Request;
  readonly response: Response;
  readonly client: OauthClient;
  readonly open: OauthRequest;
  /** Proof for the form, where the browser came by the QR code and has no cookie. */
  readonly key: string | null;
};

/** Whether a one-time code can reach anyone: it is shown in the demo, or sent. */
export function canSignIn({ demo, deliverCode }: BrowserDeps): boolean {
  return demo || deliverCode !== null;
}
