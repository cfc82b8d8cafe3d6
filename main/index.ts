/**
 * `tillkit`: the service, the typed client and the payment engine in one import. Each is also an
 * export of its own; `tillkit/host` has the parts of a till that need Node.js.
 */
export * from '../service/index.ts';
export * from '../shared/client/index.ts';
export * from '../shared/terminal/index.ts';
