export {
  type Authorized,
  type Authorizer,
  type Credentials,
  createAuthorizer,
  type Identity,
} from './auth.ts';
export type { Call, CallOptions, ClientDeps, ClientOptions } from './call.ts';
export {
  createMerchantClient,
  type FullClient,
  type ListQuery,
  type MerchantClient,
  type OutcomeWait,
  type PaymentListFilter,
} from './client.ts';
export type { Entries, ListName, UntilOptions } from './follow.ts';
export { type Claim, createHandledMessages, type HandledMessages } from './handled-messages.ts';
export {
  type ArrivedCallback,
  type CallbackHandler,
  type CallbackProblem,
  type CallbackReceiver,
  createCallbackReceiver,
  type ReceivedCallback,
  type ReceiverOptions,
} from './receiver.ts';
export type { CallbackEvent, CallbackMeta } from './receiver-event.ts';
export {
  type ClientError,
  ClientFailure,
  type ClientResult,
  type NoAnswerCause,
  unwrap,
} from './result.ts';
export { type RetryOptions, withRetries } from './retries.ts';
export type { CallRoute, RouteInput, RouteValue } from './route-calls.ts';
export { createServiceTime, type ServiceTime } from './service-time.ts';
