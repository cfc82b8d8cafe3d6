import type { JsonSchema } from '../../../shared/node/openapi/json-schema.ts';
import { ERRORS, type ErrorType } from '../../../shared/protocol/errors.ts';
import { COMMON_ERRORS, type Route } from '../../../shared/protocol/routes.ts';
import { ERROR_NOTES } from './error-notes.ts';

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
