import { answer } from '../../../shared/protocol/errors.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import type { Handler } from '../endpoint.ts';
import { uriPage } from '../uri-page.ts';

/** `GET /pos/`: addresses in byte order of the ids, a page at a time (D-177 to D-180). */
export const posList: Handler<'posList'> = async ({ context, caller, query }) => {
  const { basePath } = context.profile;
  const { pos } = context.store;
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
