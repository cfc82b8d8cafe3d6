import type { Ids } from '../../../shared/ids/ids.ts';
import { tokenHash } from '../../../shared/node/password-hash.ts';
import { attachmentKind, type Uploaded } from '../../../shared/protocol/attachment.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import type { VendorProfile } from '../../../shared/protocol/media.ts';
import { classOf } from '../../../shared/protocol/status-class.ts';
import { CODE } from '../../../shared/protocol/status-codes.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import type { Store } from '../../store/store.ts';
import type { Payments } from '../payments.ts';
import type { UploadAddresses } from './address.ts';
import { checkParts } from './check.ts';
import { type Part, parseMultipart } from './multipart.ts';

export type UploadDeps = {
  readonly store: Pick<Store, 'payments' | 'attachments'>;
  readonly payments: Pick<Payments, 'read'>;
  readonly issuers: { readonly uploads: UploadAddresses };
  readonly clock: Clock;
  readonly ids: Ids;
  readonly profile: VendorProfile;
};

/** An upload as received. */
export type Upload = {
  /** The last part of the address. */
  readonly token: string;
  readonly contentType: string | undefined;
  readonly body: Buffer;
};

const NOT_OURS = refuse(
  'Not Found',
  'This upload address does not exist, is over, or was used; read the outcome for a new one.',
);

/**
 * The parts of a form, or the body itself if its type can be attached (specification, General
 * conventions: attachments use `image/png`). That single part is named `body`.
 */
function partsOf(
  body: Buffer,
  contentType: string | undefined,
  profile: VendorProfile,
): Answer<readonly Part[]> {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (attachmentKind(type, profile) === null) return parseMultipart(body, contentType);
  return answer([{ name: 'body', type, body }]);
}

/**
 * `POST <attachment_uri>`: the address is the only credential (D-160). All parts or none, one
 * successful upload per address (D-162, D-163), from authorisation on (D-167).
 */
export async function upload(
  deps: UploadDeps,
  { token, contentType, body }: Upload,
): Promise<Answer<Uploaded>> {
  const { store, clock, ids, issuers, payments, profile } = deps;
  const address = issuers.uploads.open(token);
  const stored = address && (await store.payments.byTidForCustomer(address.tid));
  if (!stored) return NOT_OURS;
  const payment = await payments.read(stored.merchantId, stored.tid);
  if (payment === null) return NOT_OURS;
  if (payment.code === CODE.pending || classOf(payment.code) === 'failure') {
    return refuse('Conflict', 'Only an authorised or captured payment takes attachments.');
  }
  const parts = partsOf(body, contentType, profile);
  if (!parts.ok) return parts;
  const checked = checkParts(parts.value, profile);
  if (!checked.ok) return checked;
  const { merchantId, tid } = payment;
  const at = clock.now();
  const attachments = checked.value.map((part) => ({
    id: ids.message(),
    merchantId,
    tid,
    contentType: part.contentType,
    size: part.body.length,
    at,
    body: part.body,
  }));
  const use = { addressHash: tokenHash(token), expires: address.expires };
  switch (await store.attachments.add(use, attachments)) {
    case 'used':
      return NOT_OURS;
    case 'full':
      return refuse('Conflict', 'This payment has as many attachments as it may.');
    case 'written':
      return answer({
        attachments: attachments.map(({ id, contentType: content_type, size }) => ({
          id,
          content_type,
          size,
        })),
      });
  }
}
