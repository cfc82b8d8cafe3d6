import { once } from 'node:events';
import type { Response } from 'express';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { ANSWERED } from '../web/express-endpoint.ts';

/**
 * Downloads in progress. They are limited, so that downloads cannot use all resources of the
 * service.
 */
export interface Downloads {
  /**
   * Streams a file at the speed of the reader. Stops when the reader disconnects or does not read.
   * A file that could not be completed ends with an aborted connection, so that the reader does not
   * take it for complete.
   */
  send(
    response: Response,
    merchantId: string,
    file: { readonly name: string; readonly chunks: AsyncIterable<string> },
  ): Promise<Answer<typeof ANSWERED>>;
}

export function createDownloads(): Downloads {
  const underWay = new Map<string, number>();
  return {
    async send(response, merchantId, { name, chunks: services }) {
      const running = underWay.get(merchantId) ?? 0;
      const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
      if (running >= LIMITS.portalDownloadsPerMerchant || all >= LIMITS.portalDownloadsAtOnce) {
        return refuse('Service Unavailable', 'Other files are being made. Try again in a moment.');
      }
      underWay.set(merchantId, running + 1);
      try {
        await write(response, name, services);
        return answer(ANSWERED);
      } catch (error) {
        response.destroy();
        throw error;
      } finally {
        const left = (underWay.get(merchantId) ?? 1) - 1;
        if (left === 0) underWay.delete(merchantId);
        else underWay.set(merchantId, left);
      }
    },
  };
}

async function write(
  response: Response,
  name: string,
  chunks: AsyncIterable<string>,
): Promise<void> {
  response.status(200).set({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.on('timeout', () => response.destroy());
  for await (const part of chunks) {
    if (response.destroyed) return;
    if (part !== '' && !response.write(part)) await drained(response);
  }
  response.end();
}

/** Resolves when the reader has taken the written data or has disconnected. */
async function drained(response: Response): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  // Only while the service waits for the reader: a long search must not time out the reader.
  response.setTimeout(LIMITS.portalDownloadStall);
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    over.abort();
    response.setTimeout(0);
  }
}
