import { answer } from '../../../shared/protocol/errors.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import type { Handler } from '../endpoint.ts';
import { uriPage } from '../uri-page.ts';

/** `GET /shortlink/`: addresses in byte order of the ids, a page at a time (D-150). */
export const shortlinkList: Handler<'shortlinkList'> = async ({ context, caller, query }) => {
  const { basePath } = context.profile;
  const page = await uriPage({
    cursor: query.cursor,
    path: basePath + pathOf('shortlinkList'),
    read: (after, limit) => context.store.shortlinks.list(caller.merchantId, after, limit),
    uriOf: (id) => basePath + pathOf('shortlinkRead', { shortlink_id: id }),
  });
  return page.ok ? answer({ status: 200, body: page.value }) : page;
};
