import { answer } from '../../../shared/protocol/errors.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import type { Handler } from '../endpoint.ts';
import { uriPage } from '../uri-page.ts';

/** `GET /shortlink/`: addresses in byte order of the ids, a page at a time (D-150). */
export const shortlinkList: Handler<'shortlinkList'> = async ({ context, caller, query }) => {
  const { basePath } = context.profile;
  const { merchantId } = caller;
  const { shortlinks } = context.store;
  const source = {
    path: basePath + pathOf('shortlinkList'),
    after: (id: string | null, limit: number) => shortlinks.list(merchantId, id, limit),
    before: (id: string | null, limit: number) => shortlinks.listBack(merchantId, id, limit),
    uriOf: (id: string) => basePath + pathOf('shortlinkRead', { shortlink_id: id }),
    keyOf: (text: string) => text,
  };
  const page = await uriPage(source, query.cursor);
  return page.ok ? answer({ status: 200, body: page.value }) : page;
};
