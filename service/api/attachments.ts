import type { Express } from 'express';
import type { Exchange } from '../../shared/node/http/exchange.ts';
import {
  type AnyRoute,
  type Audience,
  type Result,
  servedBy,
} from '../../shared/node/http/pipeline.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import { uploaded } from '../../shared/protocol/attachment.ts';
import { answer } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { NOT_OURS, upload } from '../payments/attachments/upload.ts';
import { mountRoutes } from '../web/mount-routes.ts';
import type { ApiDeps } from './deps.ts';
import { openAudience } from './open-audience.ts';

/** The address is the only credential (D-160); its body is a form of several parts, or one part. */
const UPLOAD: AnyRoute = {
  name: 'attachmentUpload',
  method: 'POST',
  path: '/attachment/:token/',
  level: 'OPEN',
  summary: 'Attach receipts, item lists and pictures to a payment',
  reply: uploaded,
  bodyBytesMax: LIMITS.attachmentUploadBytesMax,
  success: [201],
  errors: ['Not Found', 'Conflict', 'validation_error'],
};

/** Puts the upload address of attachments on an application, with a larger bound for bodies. */
export function mountAttachments(app: Express, deps: ApiDeps, wire: TransportDeps): void {
  const { profile } = wire;
  const audience: Audience<AnyRoute, string | null, Reply> = {
    ...openAudience(profile, deps.log),
    // A caller without a valid address must not make the service keep a large body.
    async identify({ params, rest }) {
      if (rest === undefined) return answer(null);
      const address = deps.issuers.uploads.open(params.token ?? '');
      const payment = address && (await deps.store.payments.byTidForCustomer(address.tid));
      return payment ? answer(payment.merchantId) : NOT_OURS;
    },
    owner: (merchantId) => merchantId,
  };
  const serve = servedBy(UPLOAD, audience, ({ exchange }) => run(exchange, deps));
  mountRoutes(app, profile.basePath, [{ ...UPLOAD, serve }], wire);
}

async function run({ body, params, headers }: Exchange, deps: ApiDeps): Promise<Result<Reply>> {
  const done = await upload(deps, {
    token: params.token ?? '',
    contentType: headers['content-type'],
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  });
  return done.ok ? answer({ status: 201, body: done.value }) : done;
}
