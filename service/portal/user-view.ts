import { createHash } from 'node:crypto';
import type { PortalApiUser } from '../../shared/portal/contract.ts';
import type { User } from '../store/store.ts';

/** An API user without secrets. */
export function userView({ id, label, netmask, secretHash, publicKey }: User): PortalApiUser {
  return {
    id,
    label,
    netmask,
    has_secret: secretHash !== null,
    has_key: publicKey !== null,
    fingerprint: publicKey === null ? null : fingerprintOf(publicKey),
  };
}

function fingerprintOf(pem: string): string {
  const der = Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
  return createHash('sha256').update(der).digest('base64').replace(/=+$/, '');
}
