import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import type { WalletScan } from '../../../shared/wallet/contract.ts';
import type { SeenScan } from '../../shortlinks/scans.ts';
import type { WalletDeps } from '../deps.ts';
import type { WalletEndpoint } from '../endpoint.ts';
import { NO_SUCH_REQUEST } from './requests.ts';

/** `POST /wallet/v1/scans`: the customer has scanned a code. */
export const scanCreate: WalletEndpoint<'scanCreate'> = async (call) => {
  const { services, session } = call;
  const wait = services.perScanner.take(session.customer.id);
  if (wait > 0) {
    const retry_after = Math.ceil(wait / SECOND);
    return refuse('Too Many Requests', 'Too many scans. Wait a while.', { retry_after });
  }
  const { deps } = services;
  const scanned = await deps.scans.scan(session.customer.id, call.body);
  if (!scanned.ok) return scanned;
  const customerScan = await deps.scans.read(session.customer.id, scanned.value.messageId);
  return customerScan === null ? NO_SUCH_REQUEST : answer(await viewOf(deps, customerScan));
};

/**
 * `GET /wallet/v1/scans/<id>`: the result of a scan: the request that took it, or a text to read.
 */
export const scanRead: WalletEndpoint<'scanRead'> = async (call) => {
  const { deps } = call.services;
  const id = call.params.id;
  const customerScan = await deps.scans.read(call.session.customer.id, id);
  return customerScan === null ? NO_SUCH_REQUEST : answer(await viewOf(deps, customerScan));
};

async function viewOf(
  deps: Pick<WalletDeps, 'store'>,
  customerScan: SeenScan,
): Promise<WalletScan> {
  const { scan, request, text } = customerScan;
  const [merchant, link, payment] = await Promise.all([
    deps.store.merchants.read(scan.merchantId),
    deps.store.shortlinks.read(scan.merchantId, scan.shortlinkId),
    request === null ? null : deps.store.payments.byTid(scan.merchantId, request),
  ]);
  return {
    id: scan.messageId,
    merchant: merchant?.name ?? scan.merchantId,
    label: link?.label ?? null,
    tid: payment?.tid ?? null,
    text,
    created: scan.at,
  };
}
