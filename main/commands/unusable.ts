import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { type Answer, refuse } from '../../shared/protocol/errors.ts';

/** A problem of the command line or of a file that it names, as a sentence for the operator. */
export class Unusable extends Error {}

/** Reads a command line with `read`, which throws `Unusable` to refuse it. */
export function orUnusable<T>(read: () => Answer<T>): Answer<T> {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unusable) return refuse('Bad Request', `${error.message} See --help.`);
    throw error;
  }
}

/** The address of an argument, `name`. */
export function addressOf(text: string, name: string): URL {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new Unusable(`${name} must be an http or https address, not ${text}.`);
}

/** An address without its final slash. */
export const baseOf = (url: URL): string => url.href.replace(/\/+$/, '');

/** The base address of a service's API, also from the address of the service alone. */
export function apiOf(url: URL): string {
  const base = baseOf(url);
  return base.endsWith('/merchant/v1') ? base : `${base}/merchant/v1`;
}

/** The text of the file that an option names. */
export function fileOf(path: string, option: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Unusable(`${option}: ${path} cannot be read (${code}).`);
  }
}

/** The JSON of the file that an option names, checked. */
export function jsonOf<T>(path: string, option: string, form: z.ZodType<T>): T {
  const text = fileOf(path, option);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Unusable(`${option}: ${path} is not JSON.`);
  }
  const read = form.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join('.') || 'the file';
  throw new Unusable(`${option}: ${place} of ${path} is not right: ${issue?.message}.`);
}
