import type { Operation } from '../../../shared/node/openapi/operation.ts';
import { uploaded } from '../../../shared/protocol/attachment.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { apiMediaType, type VendorProfile } from '../../../shared/protocol/media.ts';
import { errorResponses } from './error-schema.ts';
import { attachmentExample } from './examples/payment.ts';
import { described } from './field-notes.ts';

const NAME = 'attachmentUpload';

/** The upload address that an outcome names. Its parts are files, not members of a schema. */
export function attachmentPaths(profile: VendorProfile) {
  return { '/attachment/{token}/': { post: uploadOperation(profile) } };
}

export function attachmentSchemas() {
  return { [`${NAME}Reply`]: described(NAME, 'reply', uploaded) };
}

const WAYS = `Post one file by itself, as image/png, an item list or a receipt; or post several as \
multipart/form-data, where each part has a Content-Type of its own. One bad file refuses all of them.`;

/** A single file, by its media type. */
function plainContent({ mediaVendor }: VendorProfile) {
  const { attachmentImageBytesMax: image, attachmentJsonBytesMax: json } = LIMITS;
  const file = (of: string, bytes: number) => ({
    schema: {
      type: 'string' as const,
      description: `One ${of} by itself, at most ${bytes} bytes.`,
    },
  });
  return {
    'image/png': file('PNG image', image),
    [`application/vnd.${mediaVendor}.itemlist.v1+json`]: file('item list', json),
    [`application/vnd.${mediaVendor}.receipt.v1+json`]: file('receipt', json),
  };
}

function uploadOperation(profile: VendorProfile): Operation {
  const { attachmentImageBytesMax: image, attachmentJsonBytesMax: json } = LIMITS;
  const types = `image/png (at most ${image} bytes), or an item list or a receipt as JSON`;
  const schema = { $ref: `#/components/schemas/${NAME}Reply` };
  const { params, parts, reply } = attachmentExample(profile);
  const named = Object.entries(parts);
  const errors = { level: 'OPEN', errors: ['Not Found', 'Conflict'] } as const;
  return {
    operationId: NAME,
    tags: ['Payment requests'],
    summary: 'Upload receipts and the like to the attachment_uri of an outcome, all or nothing',
    description: WAYS,
    'x-auth-level': 'OPEN',
    security: [],
    parameters: [
      {
        name: 'token',
        in: 'path',
        required: true,
        description: 'Part of attachment_uri, which is used as it is; good for an hour and once.',
        schema: { type: 'string' },
        example: params.token,
      },
    ],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            description: `Parts under any name, each with a Content-Type: ${types} (${json} bytes).`,
            additionalProperties: { type: 'string', contentMediaType: 'application/octet-stream' },
          },
          example: Object.fromEntries(named.map(([name, { text }]) => [name, text])),
          encoding: Object.fromEntries(
            named.map(([name, { type }]) => [name, { contentType: type }]),
          ),
        },
        ...plainContent(profile),
      },
    },
    responses: {
      201: {
        description: 'All parts are kept.',
        content: { [apiMediaType(profile)]: { schema, example: reply } },
      },
      ...errorResponses(errors, [apiMediaType(profile)]),
    },
  };
}
