import type { PairingRights } from '../../../shared/protocol/pairing.ts';
import type { Paired, StoredPairing } from '../pairing-store.ts';
import { type Row, readInteger, readIntegerOrNull, readText, readTextOrNull } from './rows.ts';

/** A row of the table `pairing`, joined with whether its user is there. */
export function pairingOf(row: Row | undefined): StoredPairing | null {
  if (row === undefined) return null;
  return {
    merchantId: readText(row, 'merchant_id'),
    id: readText(row, 'id'),
    posId: readText(row, 'pos_id'),
    name: readText(row, 'name'),
    rights: rightsOf(readText(row, 'rights')),
    createdBy: readText(row, 'created_by'),
    created: readInteger(row, 'created'),
    expires: readInteger(row, 'expires'),
    paired: pairedOf(row),
    revoked: readIntegerOrNull(row, 'revoked'),
    userThere: readInteger(row, 'user_there') === 1,
  };
}

function pairedOf(row: Row): Paired | null {
  const at = readIntegerOrNull(row, 'redeemed');
  if (at === null) return null;
  return {
    at,
    userId: readText(row, 'user_id'),
    shortlinkId: readText(row, 'shortlink_id'),
    keyHash: readTextOrNull(row, 'key_hash'),
    device: readTextOrNull(row, 'device'),
    address: readText(row, 'address'),
  };
}

/** The narrower right for anything that this product did not write. */
function rightsOf(text: string): PairingRights {
  return text === 'refunds' ? 'refunds' : 'sales';
}
