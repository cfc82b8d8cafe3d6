import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { PosInput, PosOutput } from '../../../shared/protocol/pos.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import { SIGNATURE_USED } from '../../merchants/auth-answer.ts';
import type { PosStore } from '../../store/store.ts';
import type { Handler } from '../endpoint.ts';
import { uriPage } from '../uri-page.ts';

/** `GET /pos/<pos_id>/`. */
export const posRead: Handler<'posRead'> = async ({ deps, caller, params }) => {
  const pos = await deps.store.pos.read(caller.merchantId, params.pos_id);
  if (pos === null) return refuse('Not Found', NO_POS);
  return answer({ status: 200, body: pos });
};

/** Used for an unknown id and for an id of another merchant (D-26). */
export const NO_POS = 'There is no point of sale of this id.';

/** `POST /pos/`: an identical second request gets the same reply as the first (D-25). */
export const posCreate: Handler<'posCreate'> = async (call) => {
  const { deps, caller, body, repeated } = call;
  const made = await (repeated ? existingPos : create)(deps.store.pos, caller.merchantId, body);
  if (made === null) return refuse('Unauthorized', SIGNATURE_USED);
  const { created, pos } = made;
  if (!created && deps.rules.repeatedPos === 'conflict') {
    return refuse('Conflict', 'A point of sale has this id already; PUT changes it.');
  }
  if (!created && !same(pos, body)) {
    return refuse('Conflict', 'A different point of sale has this id; choose another, or PUT.');
  }
  const location = deps.addresses().base + pathOf('posRead', { pos_id: pos.id });
  return answer({ status: 201, body: { id: pos.id }, location });
};

const create = (store: PosStore, merchantId: string, body: PosInput) =>
  store.create(merchantId, body);

/** Like `create` for an existing point of sale, but writes nothing. */
async function existingPos(store: PosStore, merchantId: string, body: PosInput) {
  const pos = await store.read(merchantId, body.id);
  return pos === null ? null : { created: false, pos };
}

function same(stored: PosOutput, sent: PosInput): boolean {
  const key = (pos: PosInput | PosOutput) => {
    const { latitude = null, longitude = null, accuracy = null } = pos.location ?? {};
    const place = pos.location === null ? null : [latitude, longitude, accuracy];
    return JSON.stringify([pos.id, pos.name, pos.type, place]);
  };
  return key(stored) === key(sent);
}

/** `GET /pos/`: addresses in byte order of the ids, in pages (D-177 to D-180). */
export const posList: Handler<'posList'> = async ({ deps, caller, query }) => {
  const { basePath } = deps.addresses();
  const { pos } = deps.store;
  const source = {
    path: basePath + pathOf('posList'),
    after: (id: string | null, limit: number) => pos.list(caller.merchantId, id, limit),
    before: (id: string | null, limit: number) => pos.listBack(caller.merchantId, id, limit),
    uriOf: (id: string) => basePath + pathOf('posRead', { pos_id: id }),
    keyOf: (text: string) => text,
  };
  const page = await uriPage(source, query.cursor);
  return page.ok ? answer({ status: 200, body: page.value }) : page;
};

/** `PUT /pos/<pos_id>/`: replaces name, type and location. */
export const posUpdate: Handler<'posUpdate'> = async ({ deps, caller, params, body }) => {
  const updated = await deps.store.pos.update(caller.merchantId, params.pos_id, body);
  if (!updated) return refuse('Not Found', NO_POS);
  return answer({ status: 204, body: undefined });
};

/** `DELETE /pos/<pos_id>/`: payments made there keep its id (D-72). */
export const posDelete: Handler<'posDelete'> = async ({ deps, caller, params }) => {
  const removed = await deps.store.pos.remove(caller.merchantId, params.pos_id);
  if (!removed) return refuse('Not Found', NO_POS);
  await deps.fleet.forget(caller.merchantId, params.pos_id);
  return answer({ status: 204, body: undefined });
};
