import { z } from 'zod';
import {
  type WalletCodeReply,
  type WalletMe,
  type WalletRequest,
  walletCodeReply,
  walletMe,
  walletRequest,
  walletRequests,
} from '../../shared/wallet/contract.ts';
import type { Http, HttpReply } from './adapters/http.ts';

/** Why a call gave no value, as far as the page acts on it. */
export type ApiProblem = {
  readonly kind: 'unreachable' | 'signed_out' | 'missing' | 'conflict' | 'refused';
  /** The service's sentence, where it had one. */
  readonly sentence: string | null;
};
export type ApiAnswer<T> =
  | { readonly ok: true; readonly value: T; readonly skew: number | null }
  | { readonly ok: false; readonly problem: ApiProblem };

/** The wallet's calls, as shared/wallet/contract.ts describes them. */
export type WalletApi = {
  me(): Promise<ApiAnswer<WalletMe>>;
  demoSession(): Promise<ApiAnswer<WalletMe>>;
  askForCode(msisdn: string): Promise<ApiAnswer<WalletCodeReply>>;
  signIn(msisdn: string, code: string): Promise<ApiAnswer<WalletMe>>;
  signOut(): Promise<ApiAnswer<null>>;
  requests(): Promise<ApiAnswer<{ readonly items: readonly WalletRequest[] }>>;
  read(tid: string): Promise<ApiAnswer<WalletRequest>>;
  claim(tid: string): Promise<ApiAnswer<WalletRequest>>;
  approve(tid: string, additional: number | null): Promise<ApiAnswer<WalletRequest>>;
  reject(tid: string): Promise<ApiAnswer<WalletRequest>>;
};

/** A typed client; every reply is checked against its schema before anyone sees it. */
export function createWalletApi(http: Http): WalletApi {
  const on = (tid: string, act = '') => `/requests/${encodeURIComponent(tid)}${act}`;
  return {
    me: async () => read(walletMe, await http('GET', '/me')),
    demoSession: async () => read(walletMe, await http('POST', '/demo-session', {})),
    askForCode: async (msisdn) => read(walletCodeReply, await http('POST', '/code', { msisdn })),
    signIn: async (msisdn, code) =>
      read(walletMe, await http('POST', '/session', { msisdn, code })),
    signOut: async () => read(z.null(), await http('DELETE', '/session')),
    requests: async () => read(walletRequests, await http('GET', '/requests')),
    read: async (tid) => read(walletRequest, await http('GET', on(tid))),
    claim: async (tid) => read(walletRequest, await http('POST', on(tid, '/claim'))),
    approve: async (tid, additional) => {
      const body = additional === null ? {} : { additional_amount: additional };
      return read(walletRequest, await http('POST', on(tid, '/approve'), body));
    },
    reject: async (tid) => read(walletRequest, await http('POST', on(tid, '/reject'))),
  };
}

const errorBody = z.object({ error_description: z.string() });

function read<T>(schema: z.ZodType<T>, reply: HttpReply): ApiAnswer<T> {
  if (reply === null) return failed('unreachable', null);
  if (reply.status < 300) {
    const parsed = schema.safeParse(reply.body);
    if (parsed.success) return { ok: true, value: parsed.data, skew: reply.skew };
    return failed('unreachable', null);
  }
  const error = errorBody.safeParse(reply.body);
  return failed(kindOf(reply.status), error.success ? error.data.error_description : null);
}

function failed(kind: ApiProblem['kind'], sentence: string | null): ApiAnswer<never> {
  return { ok: false, problem: { kind, sentence } };
}

function kindOf(status: number): ApiProblem['kind'] {
  if (status === 401) return 'signed_out';
  if (status === 404) return 'missing';
  if (status === 409) return 'conflict';
  return status >= 500 ? 'unreachable' : 'refused';
}
