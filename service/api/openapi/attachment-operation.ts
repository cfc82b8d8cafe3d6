import type { Operation } from '../../../shared/node/openapi/operation.ts';
import { itemList, receipt, uploaded } from '../../../shared/protocol/attachment.ts';
import { attachmentExample } from '../../../shared/protocol/examples/payment.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { apiMediaType, type VendorProfile } from '../../../shared/protocol/media.ts';
import { errorResponses } from './error-schema.ts';
import { described } from './field-notes.ts';

const NAME = 'attachmentUpload';
const ITEM_LIST = 'attachmentItemList';
const RECEIPT = 'attachmentReceipt';

/** The upload address that an outcome names. Its parts are files, not members of a schema. */
export function attachmentPaths(profile: VendorProfile) {
  return { '/attachment/{token}/': { post: uploadOperation(profile) } };
}

export function attachmentSchemas() {
  return {
    [`${NAME}Reply`]: described(NAME, 'reply', uploaded),
    [ITEM_LIST]: described(ITEM_LIST, 'body', itemList),
    [RECEIPT]: described(RECEIPT, 'body', receipt),
  };
}

const WAYS = `Post one file by itself, as image/png, an item list or a receipt; or post several as \
multipart/form-data, where each part has a Content-Type of its own. One bad file refuses all of them.`;

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A single file, by its media type. */
function plainContent(profile: VendorProfile) {
  const { mediaVendor } = profile;
  const { text } = attachmentExample(profile).parts.receipt ?? { text: '{}' };
  const image = { type: 'string' as const, contentMediaType: 'image/png' };
  const description = `One PNG image by itself, at most ${LIMITS.attachmentImageBytesMax} bytes.`;
  return {
    'image/png': { schema: { ...image, description } },
    [`application/vnd.${mediaVendor}.itemlist.v1+json`]: { schema: refTo(ITEM_LIST) },
    [`application/vnd.${mediaVendor}.receipt.v1+json`]: {
      schema: refTo(RECEIPT),
      example: JSON.parse(text),
    },
  };
}

function uploadOperation(profile: VendorProfile): Operation {
  const { attachmentImageBytesMax: image, attachmentJsonBytesMax: json } = LIMITS;
  const types = `image/png (at most ${image} bytes), or an item list or a receipt as JSON`;
  const schema = refTo(`${NAME}Reply`);
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
