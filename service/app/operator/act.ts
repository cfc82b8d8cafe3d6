import { z } from 'zod';
import type { Ids, RandomBytes } from '../../../shared/ids/ids.ts';
import { line, optional, withDefault } from '../../../shared/protocol/basic.ts';
import { type Answer, type ErrorType, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { NotReady } from '../../api/readiness.ts';
import type { Store } from '../../store/store.ts';
import type { DiskSpace } from '../disk-space.ts';
import { publicOriginProblem, rootOf } from '../origins.ts';

/** What an act of the operator works with, in a running service and in a command without one. */
export type ActDeps = {
  readonly store: Store;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly now: () => number;
  /** The service as its clients reach it, with its path prefix. */
  readonly root: () => string;
  /** Writes a copy of the embedded database and rejects when `stopping` aborts; null if there is none. */
  readonly copyTo: ((path: string, stopping: AbortSignal) => Promise<void>) | null;
  /** Why the running service is not ready; null in a command without one. */
  readonly notReady: (() => Promise<readonly NotReady[]>) | null;
  /** The space of the disk with the data folder. */
  readonly disk: () => Promise<DiskSpace | null>;
};

/**
 * One act of the operator (D-526). The operator API and `tillkit admin` only carry its input and its answer; checks,
 * refusals and the entry in the log are the same for both.
 */
export type Act<I extends z.ZodObject, O extends z.ZodType> = {
  readonly method: 'GET' | 'POST';
  /** Members of the input after `:` are in the path; the others are the query of a GET and the body of a POST. */
  readonly path: string;
  readonly summary: string;
  /** Details that do not fit into the summary, as sentences. */
  readonly about?: string;
  readonly input: I;
  /** The member of the input that is a file, which is the whole body. */
  readonly file?: { readonly member: string; readonly type: string; readonly bytesMax: number };
  readonly output: O;
  readonly success: 200 | 201;
  /** Errors beyond those of every act. */
  readonly errors: readonly ErrorType[];
  /** True if a second one at the same time is refused, because one is much work. */
  readonly alone?: true;
  /** The id of whom a success is about, for the log; without it the `id` of the answer. Never a phone number. */
  aboutId?(output: z.output<O>): string;
  /** `gone` aborts when the caller is gone or the service stops. */
  run(deps: ActDeps, input: z.output<I>, gone: () => AbortSignal): Promise<Answer<z.input<O>>>;
};

/** An act of any input and answer. */
export type AnyAct = Act<z.ZodObject, z.ZodType>;

/** Gives `run` the types of the schemas beside it. */
export const act = <I extends z.ZodObject, O extends z.ZodType>(one: Act<I, O>): Act<I, O> => one;

/** The content of a file in an input. */
export const fileBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** An id as a path, a query or a command names it. No database gets a text that it cannot hold. */
export const named = line(LIMITS.personNameMax);

/** The merchant of a path. */
export const merchant = named.describe('The id of the merchant.');

/** The members of an input that asks for a page of a list. */
export function page<C extends z.ZodType>(cursor: C) {
  return {
    after: optional(cursor).describe('`next` of the page before.'),
    limit: withDefault(z.int().min(1).max(LIMITS.pageSizeMax), LIMITS.pageSizeDefault).describe(
      'Entries on the page.',
    ),
  };
}

/** The next page's `after`; null on the last page. */
export const nextOf = <C extends z.ZodType>(cursor: C) =>
  cursor.nullable().describe('`after` of the next page; null on the last one.');

/** The refusal for a merchant that does not exist, or null when it does. */
export async function noMerchant({ store }: Pick<ActDeps, 'store'>, merchant: string) {
  if ((await store.merchants.read(merchant)) !== null) return null;
  return refuse('Not Found', `There is no merchant ${merchant}; see list-merchants.`);
}

/** The member of acts that make an address of the portal; null stands for the service's own origin. */
export const publicOrigin = optional(
  z.string().transform((text, context) => {
    const problem = publicOriginProblem(text);
    if (problem === null) return rootOf(text);
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  }),
).describe('Origin of the portal in the address; without it that of the service.');
