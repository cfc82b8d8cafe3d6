import { isUtf8 } from 'node:buffer';
import { attachmentKind, itemList, receipt } from '../../../shared/protocol/attachment.ts';
import {
  type Answer,
  answer,
  refuse,
  VALIDATION_SENTENCE,
} from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { VendorProfile } from '../../../shared/protocol/media.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import type { Part } from './multipart.ts';

export type CheckedPart = { readonly contentType: string; readonly body: Buffer };

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const IHDR = Buffer.from('IHDR');
const IHDR_AT = 12;
const PNG_BYTES_MIN = 45;

/**
 * Checks all parts of an upload. One bad part refuses the whole upload; the error names every bad
 * part (D-162).
 */
export function checkParts(parts: readonly Part[], profile: VendorProfile): Answer<CheckedPart[]> {
  if (parts.length === 0) return refuse('Bad Request', 'The upload has no parts.');
  const problems: Record<string, string[]> = Object.create(null);
  const checked: CheckedPart[] = [];
  for (const part of parts) {
    const partProblems = problemsOf(part, profile);
    if (partProblems.length > 0)
      problems[part.name] = [...(problems[part.name] ?? []), ...partProblems];
    else if (part.type !== null) checked.push({ contentType: part.type, body: part.body });
  }
  if (Object.keys(problems).length > 0) {
    return refuse('validation_error', VALIDATION_SENTENCE, problems);
  }
  return answer(checked);
}

function problemsOf(part: Part, profile: VendorProfile): string[] {
  if (part.type === null) return ['needs a Content-Type of its own'];
  switch (attachmentKind(part.type, profile)) {
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
  const { attachmentImageBytesMax: max } = LIMITS;
  if (body.length > max) return [`must be at most ${max} bytes`];
  const isPng =
    body.length >= PNG_BYTES_MIN &&
    body.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE) &&
    body.subarray(IHDR_AT, IHDR_AT + IHDR.length).equals(IHDR);
  return isPng ? [] : ['is not a PNG image'];
}

function jsonProblems(body: Buffer, schema: typeof itemList | typeof receipt): string[] {
  const { attachmentJsonBytesMax: max } = LIMITS;
  if (body.length > max) return [`must be at most ${max} bytes`];
  const json = isUtf8(body) ? parsed(body.toString()) : undefined;
  if (json === undefined) return ['is not well-formed JSON in UTF-8'];
  const valid = validate(schema, json);
  if (valid.ok) return [];
  return Object.entries(valid.refusal.details ?? {}).map(
    ([field, messages]) => `${field} ${[messages].flat().join(', ')}`,
  );
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return text.isWellFormed() ? value : undefined;
  } catch {
    return undefined;
  }
}
