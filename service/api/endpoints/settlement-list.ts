import { answer } from '../../../shared/protocol/errors.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import type { Handler } from '../endpoint.ts';
import { uriPage } from '../uri-page.ts';

/** `GET /settlement/`: addresses in the order of the numbers, a page at a time (D-177 to D-180). */
export const settlementList: Handler<'settlementList'> = async ({ context, caller, query }) => {
  const { basePath } = context.profile;
  const { merchantId } = caller;
  const { settlements } = context.store;
  const source = {
    path: basePath + pathOf('settlementList'),
    after: (number: number | null, limit: number) =>
      settlements.list(merchantId, number ?? 0, limit),
    before: (number: number | null, limit: number) =>
      settlements.listBack(merchantId, number, limit),
    uriOf: (number: number) =>
      basePath + pathOf('settlementRead', { settlement_id: String(number) }),
    keyOf: (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null),
  };
  const page = await uriPage(source, query.cursor);
  return page.ok ? answer({ status: 200, body: page.value }) : page;
};
