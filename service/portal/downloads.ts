import { once } from 'node:events';
import type { Response } from 'express';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { ANSWERED } from '../wallet/endpoint.ts';

/** Files that are on their way to browsers, so that nobody takes the service with downloads. */
export interface Downloads {
  /**
   * Sends a file as it is made, no faster than it is taken; gives up on a reader that has gone or
   * stands still. A file that could not be finished is cut off, so that it is not taken for whole.
   */
  send(
    response: Response,
    merchantId: string,
    file: { readonly name: string; readonly parts: AsyncIterable<string> },
  ): Promise<Answer<typeof ANSWERED>>;
}

export function createDownloads(): Downloads {
  const underWay = new Map<string, number>();
  return {
    async send(response, merchantId, { name, parts }) {
      const running = underWay.get(merchantId) ?? 0;
      const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
      if (running >= LIMITS.portalDownloadsPerMerchant || all >= LIMITS.portalDownloadsAtOnce) {
        return refuse('Service Unavailable', 'Other files are being made. Try again in a moment.');
      }
      underWay.set(merchantId, running + 1);
      try {
        await write(response, name, parts);
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
  parts: AsyncIterable<string>,
): Promise<void> {
  response.status(200).set({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.on('timeout', () => response.destroy());
  for await (const part of parts) {
    if (response.destroyed) return;
    if (part !== '' && !response.write(part)) await drained(response);
  }
  response.end();
}

/** Until the reader has taken what was written, or has gone. */
async function drained(response: Response): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  // Only while it is the reader's turn: a long search is not the reader's fault.
  response.setTimeout(LIMITS.portalDownloadStall);
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    over.abort();
    response.setTimeout(0);
  }
}
