import { z } from 'zod';
import { optional } from '../../../shared/protocol/basic.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { userId, userOutput } from '../../../shared/protocol/user.ts';
import { callerOf, type Extra } from './extra.ts';

const query = z.object({ after: optional(userId) });
const reply = z.object({
  items: z.array(userOutput),
  next: z.string().nullable(),
  prev: z.null(),
});

/** `GET /api_key/`: the merchant's users in byte order of their ids, in pages (D-70). */
export const keyList: Extra = {
  kind: 'served',
  place: 'api',
  route: {
    name: 'keyList',
    method: 'GET',
    path: '/api_key/',
    level: 'SECRET',
    summary: 'List API users',
    query,
    reply,
    success: [200],
    errors: ['validation_error'],
  },
  async run(call) {
    const { merchantId } = callerOf(call);
    const { store, addresses } = call.deps;
    const { after } = query.parse(call.query);
    const size = LIMITS.pageSizeDefault;
    const users = await store.users.list(merchantId, after, size + 1);
    const items = users.slice(0, size).map((user) => ({
      id: user.id,
      netmask: user.netmask,
      label: user.label,
      has_secret: user.secretHash !== null,
      pubkey: user.publicKey,
    }));
    const last = users.length > size ? items.at(-1)?.id : undefined;
    const next =
      last === undefined ? null : `${addresses().base}/api_key/?after=${encodeURIComponent(last)}`;
    return answer({ status: 200, body: { items, next, prev: null } });
  },
};
