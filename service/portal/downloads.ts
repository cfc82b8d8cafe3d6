import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Reply } from '../../shared/node/http/reply.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';

/**
 * Downloads in progress. They are limited, so that downloads cannot use all resources of the
 * service.
 */
export interface Downloads {
  /**
   * A reply that streams a file at the speed of the reader. It stops when the reader disconnects or does
   * not read. A file that could not be completed ends with an aborted connection, so that the reader does
   * not take it for complete; `onError` gets the error. The download counts from here until the end of the
   * reply.
   */
  open(
    merchantId: string,
    file: { readonly name: string; readonly chunks: AsyncIterable<string> },
  ): Answer<Reply>;
}

/** `onError` gets the error of a file that could not be completed. */
export function createDownloads(onError: (error: unknown) => void): Downloads {
  const underWay = new Map<string, number>();
  const ended = (merchantId: string) => {
    const left = (underWay.get(merchantId) ?? 1) - 1;
    if (left === 0) underWay.delete(merchantId);
    else underWay.set(merchantId, left);
  };
  return {
    open(merchantId, { name, chunks }) {
      const running = underWay.get(merchantId) ?? 0;
      const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
      if (running >= LIMITS.portalDownloadsPerMerchant || all >= LIMITS.portalDownloadsAtOnce) {
        return refuse('Service Unavailable', 'Other files are being made. Try again in a moment.');
      }
      underWay.set(merchantId, running + 1);
      const write = (response: ServerResponse) => {
        writeFile(response, chunks)
          .catch((error: unknown) => {
            response.destroy();
            onError(error);
          })
          .finally(() => ended(merchantId));
      };
      const headers = {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      };
      return answer({ status: 200, write, headers });
    },
  };
}

async function writeFile(response: ServerResponse, chunks: AsyncIterable<string>): Promise<void> {
  response.on('timeout', () => response.destroy());
  for await (const part of chunks) {
    if (response.destroyed) return;
    if (part !== '' && !response.write(part)) await drained(response);
  }
  response.end();
}

/** Resolves when the reader has taken the written data or has disconnected. */
async function drained(response: ServerResponse): Promise<void> {
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
