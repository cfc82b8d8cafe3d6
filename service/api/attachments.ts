import type { Express } from 'express';
import type { Exchange, Serve } from '../../shared/node/http/exchange.ts';
import { mountMethods } from '../../shared/node/http/methods.ts';
import { errorReply, type Reply } from '../../shared/node/http/reply.ts';
import type { Params, TransportDeps } from '../../shared/node/http/transport.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { upload } from '../payments/attachments/upload.ts';
import { faultReply } from '../web/failure.ts';
import type { ApiDeps } from './deps.ts';

/** Puts the upload address of attachments on an application, with a larger bound for bodies. */
export function mountAttachments(app: Express, deps: ApiDeps, transportDeps: TransportDeps): void {
  // A caller without a valid address must not make the service hold a large body.
  const bodyBytesMax = ({ token = '' }: Params) =>
    deps.issuers.uploads.open(token) === null
      ? LIMITS.bodyBytesMax
      : LIMITS.attachmentUploadBytesMax;
  const boundedTransport = { ...transportDeps, bodyBytesMax };
  const serve: Serve = async (exchange) => {
    try {
      return await run(exchange, deps);
    } catch (error) {
      return faultReply(error, exchange.requestId, deps.log);
    }
  };
  const path = `${transportDeps.profile.basePath}/attachment/:token/`;
  mountMethods(app, path, new Map([['POST', serve]]), boundedTransport);
}

async function run(exchange: Exchange, deps: ApiDeps): Promise<Reply> {
  const { body, params, headers } = exchange;
  const done = await upload(deps, {
    token: params.token ?? '',
    contentType: headers['content-type'],
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  });
  return done.ok ? { status: 201, body: done.value } : errorReply(done.refusal);
}
