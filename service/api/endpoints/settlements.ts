import { answer } from '../../../shared/protocol/errors.ts';
import { csvMediaType } from '../../../shared/protocol/media.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import type { Handler } from '../endpoint.ts';
import { uriPage } from '../uri-page.ts';

/** `GET /settlement/<id>/`: the service makes new addresses of the logs for each reply (D-174). */
export const settlementRead: Handler<'settlementRead'> = async ({ deps, caller, params }) => {
  const result = await deps.settlements.read(caller.merchantId, params.settlement_id);
  return result.ok ? answer({ status: 200, body: result.value }) : result;
};

/**
 * `GET /last_settlement/`: a redirect to the latest settlement. The body has the settlement too,
 * because a client that signs cannot follow a redirect with the signature of another address
 * (D-172).
 */
export const lastSettlement: Handler<'lastSettlement'> = async ({ deps, caller }) => {
  const result = await deps.settlements.last(caller.merchantId);
  if (!result.ok) return result;
  const path = pathOf('settlementRead', { settlement_id: result.value.id });
  const location = deps.addresses().base + deps.signedRedirects.address(path, caller);
  return answer({ status: 302, body: result.value, location });
};

/** `GET /settlement/`: addresses in the order of the numbers, in pages (D-177 to D-180). */
export const settlementList: Handler<'settlementList'> = async ({ deps, caller, query }) => {
  const { basePath } = deps.addresses();
  const { merchantId } = caller;
  const { settlements } = deps.store;
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

/** `GET /settlement_log/<grant>/`: streams a log file; needs no credentials (D-174). */
export const settlementLog: Handler<'settlementLog'> = async ({ deps, params }) => {
  const file = await deps.settlements.logFile(params.grant);
  if (!file.ok) return file;
  const { name, text } = file.value;
  const headers = { 'content-disposition': `attachment; filename="${name}"` };
  const type = csvMediaType(deps.vendor);
  return answer({ status: 200, body: undefined, stream: { type, text }, headers });
};

/** `GET /settlement_report/`: the settlements of a period with their totals. */
export const settlementReport: Handler<'settlementReport'> = async ({ deps, caller, query }) => {
  const made = await deps.settlements.report(caller.merchantId, query);
  return made.ok ? answer({ status: 200, body: made.value }) : made;
};

/** `GET /sales_summary/`: sales by product and period. */
export const salesSummary: Handler<'salesSummary'> = async ({ deps, caller, query }) => {
  const made = await deps.settlements.salesSummary(caller.merchantId, query);
  return made.ok ? answer({ status: 200, body: made.value }) : made;
};
