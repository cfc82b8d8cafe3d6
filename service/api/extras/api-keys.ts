import { z } from 'zod';
import { optional } from '../../../shared/protocol/basic.ts';
import { answer, refuse, VALIDATION_SENTENCE } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { pathOf, ROUTES } from '../../../shared/protocol/routes.ts';
import { userId, userInput, userOutput } from '../../../shared/protocol/user.ts';
import { paged } from '../../store/pages.ts';
import { callerOf, type Extra } from './extra.ts';

/*
 * API users under their later name, API keys, as far as they differ from the table's routes (D-70).
 * Reading, changing and removing one of them are aliases.
 */

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
    const { rows, next: last } = paged(users, size, ({ id }) => id);
    const items = rows.map((user) => ({
      id: user.id,
      netmask: user.netmask,
      label: user.label,
      has_secret: user.secretHash !== null,
      pubkey: user.publicKey,
    }));
    const next =
      last === null ? null : `${addresses().base}/api_key/?after=${encodeURIComponent(last)}`;
    return answer({ status: 200, body: { items, next, prev: null } });
  },
};

/** What a key of each type needs, so that its user can authenticate. */
const KEY_TYPES: Readonly<Record<string, { readonly needs: 'secret' | 'pubkey'; hint: string }>> = {
  secret: { needs: 'secret', hint: 'is required for a key of the type secret' },
  rsa_user: { needs: 'pubkey', hint: 'is required for a key of the type rsa_user' },
  rsa_generated: {
    needs: 'pubkey',
    hint:
      'is required, because this service does not make private keys: make a key pair yourself ' +
      'and send its public key with the type rsa_user',
  },
};

const keyInput = userInput.extend({ key_type: optional(z.string().max(LIMITS.referenceMax)) });

/**
 * `POST /api_key/`: as `POST /user/`, and a key of a named type must have what it authenticates with.
 * A generated key would otherwise be a user that nobody can sign as (V-26).
 */
export const keyCreate: Extra = {
  kind: 'served',
  place: 'api',
  route: { ...ROUTES.userCreate, name: 'keyCreate', path: '/api_key/', body: keyInput },
  async run(call) {
    const { key_type: type, ...body } = keyInput.parse(call.body);
    const rule = type === null ? undefined : KEY_TYPES[type];
    if (rule !== undefined && !body[rule.needs]) {
      return refuse('validation_error', VALIDATION_SENTENCE, { [rule.needs]: [rule.hint] });
    }
    const { users, addresses } = call.deps;
    const { merchantId } = callerOf(call);
    const made = call.repeated
      ? await users.created(merchantId, body)
      : await users.create(merchantId, body);
    if (!made.ok) return made;
    const { id } = made.value;
    const location = addresses().base + pathOf('userRead', { user_id: id });
    return answer({ status: 201, body: { id }, location });
  },
};
