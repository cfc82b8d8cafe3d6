import { EVENTS } from '../../../shared/protocol/events.ts';
import { type Row, tableOf } from './row.ts';

const convention = tableOf('convention', 'General conventions', 'rule');
const level = tableOf('level', 'Authentication, levels', 'header');
const sign = tableOf('auth-rule', 'Authentication, rules', 'header');
const meta = tableOf('meta', 'Events, message', 'event');
const rule = tableOf('event-rule', 'Events, rules', 'event');
const event = tableOf('event', 'Events', 'event');
const error = tableOf('error-field', 'Errors, body', 'error');
const status = tableOf('status', 'Errors, HTTP status codes', 'error');
const condition = tableOf('condition', 'Errors, conditions', 'error');
const version = tableOf('version', 'Versioning', 'rule');
const request = tableOf('oauth-request', 'OAuth authorization request', 'field');
const exchange = tableOf('oauth-exchange', 'OAuth token exchange', 'field');
const token = tableOf('oauth-token', 'OAuth token response', 'field');

/** Events of the specification; `display_message` has no row in its table. */
const NAMED = EVENTS.filter((name) => name !== 'display_message');

export const WIRE_ROWS: readonly Row[] = [
  convention('methods', 'POST on lists, PUT, GET and DELETE on details'),
  convention('ids', 'an id that was sent is the id; else the service gives one'),
  convention('lists', 'uris without host, next and prev'),
  convention('location', 'Location is a full URL, paths in bodies have no host'),
  convention('media', 'the API’s media type, CSV for logs, PNG for images'),
  convention('slash', 'every address ends with a slash'),
  level('OPEN', 'no credentials'),
  level('SECRET', 'the shared secret'),
  level('KEY', 'an RSA signature'),
  level('TWOFACTOR', 'a customer’s session'),
  sign('user', 'a user header, or an integrator header in its place'),
  sign('merchant', 'a user is created for the merchant in the header'),
  sign('users', 'a user has a secret, a key, or both, and can have a netmask'),
  sign('refund', 'a refund needs KEY'),
  sign('basic', 'the token endpoint takes Basic credentials'),
  sign('callback', 'callbacks are signed, and carry their digest'),
  sign('secret', 'how a secret is presented (D-01)'),
  ...['id', 'event', 'uri', 'seqno', 'labels', 'context', 'timestamp', 'object'].map((name) =>
    meta(name, 'is in the message'),
  ),
  rule('https', 'over https the whole message, to a certificate that is checked'),
  rule('http', 'over http only meta, whose uri leads to the object'),
  rule('origin', 'meta.uri is a full address of the service'),
  ...NAMED.map((name) => event(name, 'is sent with the object of its table')),
  error('error_type', 'text'),
  error('error_description', 'text for people'),
  error('error_details', 'lists of messages by field, else null'),
  status('200', 'a GET, and an identical request that exists already'),
  status('201', 'created, with Location; the duplicate is answered the same'),
  status('204', 'a PUT or a DELETE'),
  status('302', 'to the last settlement'),
  status('400', 'malformed, or a field is wrong'),
  status('404', 'nothing there, or another merchant’s'),
  status('405', 'a method that the address does not take'),
  status('409', 'ids used before, and actions at the wrong time'),
  condition('same-ids', 'the same pos_id and pos_tid with other content: 409'),
  condition('early-capture', 'capture before authorisation: 409'),
  condition('late-abort', 'abort after capture: 409'),
  condition('invalid-put', 'invalid PUT input: 400'),
  condition('same-email', 'a self-service user with an existing e-mail: 409'),
  condition('no-settlement', 'last settlement when none exists: 404'),
  condition('unknown-settlement', 'an unknown settlement: 404'),
  version('v1', 'v1 is in the path and in the media type'),
  version('compatible', 'unknown members of a body do no harm'),
  version('major', 'a new major version would be another path: v2 does not exist'),
  version('new-codes', 'clients take codes that they do not know'),
  ...['response_type', 'client_id', 'redirect_uri', 'scope', 'state'].map((name) =>
    request(name, 'is read from the query'),
  ),
  ...['grant_type', 'code', 'redirect_uri', 'client_id'].map((name) =>
    exchange(name, 'is read from the body'),
  ),
  ...[
    'access_token',
    'token_type',
    'id_token',
    'expires_in',
    'refresh_token',
    'scope',
    'currency',
    'fee',
    'report_id',
    'state',
  ].map((name) => token(name, 'is answered')),
];
