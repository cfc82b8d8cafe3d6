import type { Operation } from '../../../shared/node/openapi/operation.ts';
import { apiMediaType, JSON_TYPE, type VendorProfile } from '../../../shared/protocol/media.ts';
import { PAIRING_PATH, pairingInput, pairingReply } from '../../../shared/protocol/pairing.ts';
import { errorResponses } from './error-schema.ts';
import { described } from './field-notes.ts';

const NAME = 'pairing';

/** The address where a till redeems its pairing code. The caller has no credentials yet. */
export function pairingPaths(profile: VendorProfile) {
  return { [PAIRING_PATH]: { post: pairingOperation(profile) } };
}

export function pairingSchemas() {
  return {
    [`${NAME}Body`]: described(NAME, 'body', pairingInput),
    [`${NAME}Reply`]: described(NAME, 'reply', pairingReply),
  };
}

function pairingOperation(profile: VendorProfile): Operation {
  const types = [apiMediaType(profile), JSON_TYPE];
  const content = (schema: string) =>
    Object.fromEntries(
      types.map((type) => [type, { schema: { $ref: `#/components/schemas/${NAME}${schema}` } }]),
    );
  const errors = {
    level: 'OPEN',
    errors: ['validation_error', 'Not Found', 'Conflict'],
    body: pairingInput,
  } as const;
  return {
    operationId: NAME,
    tags: ['Pairing'],
    summary: 'Redeem a pairing code of the merchant portal: one till, once, within ten minutes',
    'x-auth-level': 'OPEN',
    security: [],
    parameters: [],
    requestBody: { required: true, content: content('Body') },
    responses: {
      201: { description: 'The till is paired.', content: content('Reply') },
      200: {
        description: 'The same till with the same key has redeemed this code before.',
        content: content('Reply'),
      },
      ...errorResponses(errors, types),
    },
  };
}
