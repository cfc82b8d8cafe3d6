import { z } from 'zod';
import { present } from '../../shared/objects/present.ts';
import {
  type WalletAttachment,
  type WalletCodeReply,
  type WalletMe,
  type WalletPermission,
  type WalletRegistration,
  type WalletRequest,
  type WalletScan,
  walletAttachments,
  walletCodeReply,
  walletMe,
  walletPermission,
  walletPermissions,
  walletRequest,
  walletRequests,
  walletScan,
} from '../../shared/wallet/contract.ts';
import {
  type WalletProfile,
  type WalletProfileInput,
  walletProfile,
} from '../../shared/wallet/profile.ts';
import { type ApiAnswer, type Http, readReply as read } from '../state/api-answer.ts';

/** The wallet's calls, as shared/wallet/contract.ts describes them. */
export type WalletApi = {
  me(): Promise<ApiAnswer<WalletMe>>;
  demoSession(): Promise<ApiAnswer<WalletMe>>;
  askForCode(msisdn: string): Promise<ApiAnswer<WalletCodeReply>>;
  signIn(msisdn: string, code: string): Promise<ApiAnswer<WalletMe>>;
  register(input: WalletRegistration): Promise<ApiAnswer<WalletMe>>;
  signOut(): Promise<ApiAnswer<null>>;
  requests(): Promise<ApiAnswer<{ readonly items: readonly WalletRequest[] }>>;
  read(tid: string): Promise<ApiAnswer<WalletRequest>>;
  claim(tid: string): Promise<ApiAnswer<WalletRequest>>;
  approve(tid: string, additional: number | null): Promise<ApiAnswer<WalletRequest>>;
  reject(tid: string): Promise<ApiAnswer<WalletRequest>>;
  attachments(tid: string): Promise<ApiAnswer<{ readonly items: readonly WalletAttachment[] }>>;
  scan(shortlink: string, argstring: string): Promise<ApiAnswer<WalletScan>>;
  readScan(id: string): Promise<ApiAnswer<WalletScan>>;
  permissions(): Promise<ApiAnswer<{ readonly items: readonly WalletPermission[] }>>;
  readPermission(rid: string): Promise<ApiAnswer<WalletPermission>>;
  /** Grants the named parts of the requested scope. */
  accept(rid: string, scope: readonly string[]): Promise<ApiAnswer<WalletPermission>>;
  decline(rid: string): Promise<ApiAnswer<WalletPermission>>;
  /** Reads the customer's profile, and changes it. */
  profile(): Promise<ApiAnswer<WalletProfile>>;
  saveProfile(input: WalletProfileInput): Promise<ApiAnswer<WalletProfile>>;
};

/** A typed client. It checks every reply against its schema. */
export function createWalletApi(http: Http): WalletApi {
  const on = (tid: string, act = '') => `/requests/${encodeURIComponent(tid)}${act}`;
  const pathOf = (rid: string, act = '') => `/permissions/${encodeURIComponent(rid)}${act}`;
  return {
    me: async () => read(walletMe, await http('GET', '/me')),
    demoSession: async () => read(walletMe, await http('POST', '/demo-session', {})),
    askForCode: async (msisdn) => read(walletCodeReply, await http('POST', '/code', { msisdn })),
    signIn: async (msisdn, code) =>
      read(walletMe, await http('POST', '/session', { msisdn, code })),
    register: async (input) => read(walletMe, await http('POST', '/registration', input)),
    signOut: async () => read(z.null(), await http('DELETE', '/session')),
    requests: async () => read(walletRequests, await http('GET', '/requests')),
    read: async (tid) => read(walletRequest, await http('GET', on(tid))),
    claim: async (tid) => read(walletRequest, await http('POST', on(tid, '/claim'))),
    approve: async (tid, additional) => {
      const body = present({ additional_amount: additional });
      return read(walletRequest, await http('POST', on(tid, '/approve'), body));
    },
    reject: async (tid) => read(walletRequest, await http('POST', on(tid, '/reject'))),
    attachments: async (tid) => read(walletAttachments, await http('GET', on(tid, '/attachments'))),
    scan: async (shortlink, argstring) =>
      read(walletScan, await http('POST', '/scans', { shortlink, argstring })),
    readScan: async (id) => read(walletScan, await http('GET', `/scans/${encodeURIComponent(id)}`)),
    permissions: async () => read(walletPermissions, await http('GET', '/permissions')),
    readPermission: async (rid) => read(walletPermission, await http('GET', pathOf(rid))),
    accept: async (rid, scope) => {
      const body = { scope: scope.join(' ') };
      return read(walletPermission, await http('POST', pathOf(rid, '/accept'), body));
    },
    decline: async (rid) => read(walletPermission, await http('POST', pathOf(rid, '/decline'))),
    profile: async () => read(walletProfile, await http('GET', '/profile')),
    saveProfile: async (input) => read(walletProfile, await http('PUT', '/profile', input)),
  };
}
