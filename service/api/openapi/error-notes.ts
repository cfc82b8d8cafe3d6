import type { ErrorType } from '../../../shared/protocol/errors.ts';

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
