import type { Ids } from '../../../shared/ids/ids.ts';
import { readJsonBytes } from '../../../shared/node/http/json-body.ts';
import { ownTurn } from '../../../shared/node/own-turn.ts';
import { tokenHash } from '../../../shared/node/password-hash.ts';
import { PNG_SIGNATURE } from '../../../shared/node/png.ts';
import {
  attachmentKind,
  itemList,
  receipt,
  type Uploaded,
} from '../../../shared/protocol/attachment.ts';
import {
  type Answer,
  answer,
  refuse,
  VALIDATION_SENTENCE,
} from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { VendorNames } from '../../../shared/protocol/media.ts';
import { classOf } from '../../../shared/protocol/status-class.ts';
import { CODE } from '../../../shared/protocol/status-codes.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import type { ShopBudgets } from '../../merchants/shop-budgets.ts';
import type { Store } from '../../store/store.ts';
import type { Payments } from '../payments.ts';
import type { UploadAddresses } from './address.ts';
import { type Part, parseMultipart } from './multipart.ts';

type CheckedPart = { readonly contentType: string; readonly body: Buffer };

const IHDR = Buffer.from('IHDR');
const IHDR_AT = 12;
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const PNG_BYTES_MIN = 45;

/**
 * Checks all parts of an upload. One bad part refuses the whole upload; the error names every bad
 * part (D-162).
 */
async function checkParts(
  parts: readonly Part[],
  vendor: VendorNames,
): Promise<Answer<CheckedPart[]>> {
  if (parts.length === 0) return refuse('Bad Request', 'The upload has no parts.');
  const problems: Record<string, string[]> = Object.create(null);
  const checked: CheckedPart[] = [];
  for (const part of parts) {
    const partProblems = problemsOf(part, vendor);
    if (partProblems.length > 0)
      problems[part.name] = [...(problems[part.name] ?? []), ...partProblems];
    else if (part.type !== null) checked.push({ contentType: part.type, body: part.body });
    // Other requests run between two parts.
    await ownTurn();
  }
  if (Object.keys(problems).length > 0) {
    return refuse('validation_error', VALIDATION_SENTENCE, problems);
  }
  return answer(checked);
}

function problemsOf(part: Part, vendor: VendorNames): string[] {
  if (part.type === null) return ['needs a Content-Type of its own'];
  switch (attachmentKind(part.type, vendor)) {
    case 'image':
      return imageProblems(part.body);
    case 'itemlist':
      return jsonProblems(part.body, itemList);
    case 'receipt':
      return jsonProblems(part.body, receipt);
    case null:
      return [`${part.type.slice(0, 100)} is not a media type that can be attached`];
  }
}

function imageProblems(body: Buffer): string[] {
  const { attachmentImageBytesMax: max, attachmentImagePixelsMax: pixelsMax } = LIMITS;
  if (body.length > max) return [`must be at most ${max} bytes`];
  const isPng =
    body.length >= PNG_BYTES_MIN &&
    body.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE) &&
    body.subarray(IHDR_AT, IHDR_AT + IHDR.length).equals(IHDR);
  if (!isPng) return ['is not a PNG image'];
  // Whoever opens the payment draws it: a few kB can unpack to gigabytes.
  const pixels = body.readUInt32BE(WIDTH_AT) * body.readUInt32BE(HEIGHT_AT);
  return pixels <= pixelsMax ? [] : [`must have at most ${pixelsMax} pixels`];
}

function jsonProblems(body: Buffer, schema: typeof itemList | typeof receipt): string[] {
  const { attachmentJsonBytesMax: max } = LIMITS;
  if (body.length > max) return [`must be at most ${max} bytes`];
  const json = readJsonBytes(body, LIMITS.attachmentValuesMax);
  if (!json.ok) return [json.problem];
  const valid = validate(schema, json.value);
  if (valid.ok) return [];
  return Object.entries(valid.refusal.details ?? {}).map(
    ([field, messages]) => `${field} ${[messages].flat().join(', ')}`,
  );
}

export type UploadDeps = {
  readonly store: Pick<Store, 'payments' | 'attachments'>;
  readonly payments: Pick<Payments, 'read'>;
  readonly issuers: { readonly uploads: UploadAddresses };
  readonly budgets: ShopBudgets;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly vendor: VendorNames;
};

/** An upload as received. */
export type Upload = {
  /** The last part of the address. */
  readonly token: string;
  readonly contentType: string | undefined;
  readonly body: Buffer;
};

export const NOT_OURS = refuse(
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
  vendor: VendorNames,
): Answer<readonly Part[]> {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (attachmentKind(type, vendor) === null) return parseMultipart(body, contentType);
  return answer([{ name: 'body', type, body }]);
}

/**
 * `POST <attachment_uri>`: the address is the only credential (D-160). All parts or none, one
 * successful upload per address (D-162, D-163), from authorisation on (D-167). `Too Many Requests` when the shop has
 * handed over its quota of a day (D-540).
 */
export async function upload(
  deps: UploadDeps,
  { token, contentType, body }: Upload,
): Promise<Answer<Uploaded>> {
  const { store, clock, ids, issuers, payments, vendor } = deps;
  const address = issuers.uploads.open(token);
  const stored = address && (await store.payments.byTidForCustomer(address.tid));
  if (!stored) return NOT_OURS;
  const payment = await payments.read(stored.merchantId, stored.tid);
  if (payment === null) return NOT_OURS;
  if (payment.code === CODE.pending || classOf(payment.code) === 'failure') {
    return refuse('Conflict', 'Only an authorised or captured payment takes attachments.');
  }
  const full = deps.budgets.refusal('attachments', payment.merchantId);
  if (full !== null) return full;
  const parts = partsOf(body, contentType, vendor);
  if (!parts.ok) return parts;
  const checked = await checkParts(parts.value, vendor);
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
    case 'written': {
      const bytes = attachments.reduce((sum, { size }) => sum + size, 0);
      deps.budgets.spend('attachments', merchantId, bytes, attachments.length);
      return answer({
        attachments: attachments.map(({ id, contentType: content_type, size }) => ({
          id,
          content_type,
          size,
        })),
      });
    }
  }
}
