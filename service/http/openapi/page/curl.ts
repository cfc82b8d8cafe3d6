import { apiMediaType, type VendorProfile } from '../../../../shared/protocol/media.ts';
import { printedHeaders } from '../security.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The example call for a shell. `$BASE`, `$MERCHANT`, `$USER_ID` and `$SECRET` are the reader's own;
 * a signed call also needs `$DIGEST`, `$NOW` and `$SIGNATURE`, which the guides show how to make.
 */
export function curlOf(endpoint: Endpoint, profile: VendorProfile): string {
  const { method, path, operation } = endpoint;
  const names = printedHeaders(profile);
  const { parameters, requestBody } = operation;
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = parameters.find((one) => one.in === 'path' && one.name === name);
    return encodeURIComponent(known?.example ?? name);
  });
  const query = parameters
    .filter((one) => one.in === 'query' && one.example !== undefined)
    .map((one) => `${one.name}=${encodeURIComponent(one.example ?? '')}`)
    .join('&');
  const body = Object.values(requestBody?.content ?? {})[0]?.example;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$BASE${target}${query && `?${query}`}"`,
    ...authentication(endpoint, names),
    ...(body === undefined ? [] : [`-H 'Content-Type: ${apiMediaType(profile)}'`]),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(' \\\n  ');
}

function authentication(
  { operation }: Endpoint,
  names: ReturnType<typeof printedHeaders>,
): readonly string[] {
  const [weakest] = operation.security;
  if (weakest === undefined) return [];
  if ('secret' in weakest) {
    return [
      `-H "${names.merchant}: $MERCHANT"`,
      `-H "${names.user}: $USER_ID"`,
      '-H "Authorization: SECRET $SECRET"',
    ];
  }
  if (!('signature' in weakest)) return [`-H "${names.integrator}: $INTEGRATOR"`];
  return [
    `-H "${names.merchant}: $MERCHANT"`,
    `-H "${names.user}: $USER_ID"`,
    `-H "${names.timestamp}: $NOW"`,
    `-H "${names.digest}: SHA256=$DIGEST"`,
    '-H "Authorization: RSA-SHA256 $SIGNATURE"',
  ];
}
