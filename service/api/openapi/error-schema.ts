import type { JsonSchema } from '../../../shared/node/openapi/json-schema.ts';
import { ERRORS, type ErrorType } from '../../../shared/protocol/errors.ts';
import { COMMON_ERRORS, type Route } from '../../../shared/protocol/routes.ts';

/** The meaning of each error and what the client should do. */
export const ERROR_NOTES: Readonly<
  Record<ErrorType, { readonly means: string; readonly doThis: string }>
> = {
  validation_error: {
    means: 'One or more fields are wrong; `error_details` names each with its messages.',
    doThis: 'Correct the fields. The same request will fail again.',
  },
  'Bad Request': {
    means: 'The request cannot be read, or its numbers do not fit the payment.',
    doThis: 'Read `error_description`; the same request will fail again.',
  },
  Unauthorized: {
    means: 'Credentials are missing, wrong, or not strong enough for this endpoint.',
    doThis:
      'Check ids, secret or key, and the clock. After a bad signature `error_details` has the ' +
      'text that should have been signed under `string_to_sign`.',
  },
  'Not Found': {
    means: 'There is nothing at this address, or it belongs to somebody else.',
    doThis: 'Check the id. What belongs to another merchant looks like what does not exist.',
  },
  'Method Not Allowed': {
    means: 'The address exists and does not take this method.',
    doThis: 'Use one that the header `Allow` names.',
  },
  'Not Acceptable': {
    means: 'The header `Accept` allows no media type that the service answers in.',
    doThis: 'Send the API’s media type, `application/json`, or no `Accept` at all.',
  },
  Conflict: {
    means: 'The id is used for something else, or the state does not allow this now.',
    doThis: 'Read the resource and decide again. Do not repeat blindly.',
  },
  'Request Entity Too Large': {
    means: 'The body is larger than the service takes.',
    doThis: 'Send less; see the limits.',
  },
  'Unsupported Media Type': {
    means: 'The body is not JSON by its `Content-Type`.',
    doThis: 'Send the API’s media type or `application/json`.',
  },
  'Too Many Requests': {
    means: 'Too many logins have failed, or a request limit was set and is reached.',
    doThis: 'Wait as long as `Retry-After` says.',
  },
  'Internal Server Error': {
    means: 'The service has a fault; its log has it under the id in `X-Request-Id`.',
    doThis: 'Repeat the same request; every call is made to be repeated.',
  },
  'Service Unavailable': {
    means: 'The service is too busy, or cannot write now.',
    doThis: 'Repeat the same request after `Retry-After` seconds.',
  },
};

/** The body of every error reply (specification, Errors). */
export function errorSchema(): JsonSchema {
  return {
    type: 'object',
    required: ['error_type', 'error_description', 'error_details'],
    properties: {
      error_type: { enum: Object.keys(ERRORS), description: 'What went wrong, for programs.' },
      error_description: { type: 'string', description: 'What went wrong, for people.' },
      error_details: {
        type: ['object', 'null'],
        description:
          'After a `validation_error`: each wrong field, by its dotted path, with a list of ' +
          'messages. Else null, or more about the error.',
      },
    },
  };
}

/** The members of a route that determine its errors. */
type ErrorDeps = Pick<Route, 'level' | 'errors' | 'integratorsOnly' | 'body'>;

/** All errors that a route can return: its own, those of its kind, and those of every route. */
export function errorsOf(route: ErrorDeps): readonly ErrorType[] {
  const signs = route.level !== 'OPEN' || route.integratorsOnly === true;
  const errorTypes = new Set<ErrorType>([
    ...route.errors,
    ...COMMON_ERRORS,
    ...(signs ? (['Unauthorized'] as const) : []),
    ...(route.body === undefined
      ? []
      : (['Request Entity Too Large', 'Unsupported Media Type'] as const)),
    'Internal Server Error',
  ]);
  return [...errorTypes].sort((a, b) => ERRORS[a] - ERRORS[b]);
}

/** The responses of a route's errors, by status. */
export function errorResponses(route: ErrorDeps, mediaTypes: readonly string[]) {
  const byStatus = new Map<number, ErrorType[]>();
  for (const type of errorsOf(route)) {
    byStatus.set(ERRORS[type], [...(byStatus.get(ERRORS[type]) ?? []), type]);
  }
  const schema = { $ref: '#/components/schemas/Error' };
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema }]));
  return Object.fromEntries(
    [...byStatus].map(([status, types]) => {
      const sentences = types.map((type) => `\`${type}\`: ${ERROR_NOTES[type].means}`);
      return [String(status), { description: sentences.join(' '), content }];
    }),
  );
}
