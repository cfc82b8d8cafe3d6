import { z } from 'zod';
import type { WireRequest } from './network.ts';

/** A request of a till, reduced to what the auditor needs. */
export type CallSeen =
  | { readonly kind: 'create'; readonly posTid: string; readonly body: string }
  | {
      readonly kind: 'command';
      readonly tid: string;
      readonly action: string;
      /** The id of a partial capture; null for a capture of the whole amount. */
      readonly part: string | null;
    }
  | { readonly kind: 'read'; readonly tid: string }
  | { readonly kind: 'other' };
export type CommandSeen = Extract<CallSeen, { kind: 'command' }>;

const createBody = z.object({ pos_tid: z.string() });
const command = z.object({ action: z.string(), capture_id: z.string().nullish() });

/** Names a capture; a capture of the whole amount has the payment's id. */
export const captureName = ({ tid, part }: CommandSeen) => `${tid} ${part ?? ''}`;

export function callOf({ method, target, json }: WireRequest): CallSeen {
  const tid = /\/payment_request\/([^/]+)\//.exec(target)?.[1];
  if (method === 'GET' && tid !== undefined) return { kind: 'read', tid };
  if (method === 'PUT' && tid !== undefined) {
    const parsed = command.safeParse(json);
    const { action = '', capture_id = null } = parsed.data ?? {};
    return { kind: 'command', tid, action, part: capture_id };
  }
  const parsed = createBody.safeParse(json);
  if (method !== 'POST' || !parsed.success) return { kind: 'other' };
  return { kind: 'create', posTid: parsed.data.pos_tid, body: JSON.stringify(json) };
}

/** The id of the payment in a reply. */
export function createdIn(body: unknown): string | null {
  const isNamed = typeof body === 'object' && body !== null && 'id' in body;
  return isNamed && typeof body.id === 'string' ? body.id : null;
}

/** The payment and its state in the reply to a read. */
export function outcomeIn(body: unknown): { readonly tid: string; readonly code: number } | null {
  if (typeof body !== 'object' || body === null) return null;
  if (!('tid' in body && 'status_code' in body)) return null;
  const { tid, status_code: code } = body;
  return typeof tid === 'string' && typeof code === 'number' ? { tid, code } : null;
}
