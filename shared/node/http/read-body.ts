import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../../protocol/errors.ts';
import { LIMITS } from '../../protocol/limits.ts';

export type ReadBody =
  | { readonly kind: 'body'; readonly bytes: Buffer }
  | { readonly kind: 'too_large' }
  /** The bodies of all requests fill the memory that they may have. */
  | { readonly kind: 'busy' }
  /** The client disconnected during the request. */
  | { readonly kind: 'gone' };

/** What was read of a body before its caller is known: all of it, or less than is needed. */
export type BodyStart = Extract<ReadBody, { kind: 'body' | 'gone' }> | { readonly kind: 'large' };

/**
 * The whole of a body that was too large to be kept before its caller was known: at most `limit` bytes. The owner is the
 * shop in whose share of the memory it is; null for callers without one.
 */
export type RestOfBody = (limit: number, owner: string | null) => Promise<ReadBody>;

const NO_BYTES = Buffer.alloc(0);

/**
 * Multiple of the limit that is read and discarded before the reply, so that a client slightly
 * above the limit gets the reply instead of a connection reset while it still writes.
 */
const GRACE_FACTOR = 4;
/** Pieces of a body that are kept apart. More of them are joined if they are small, because each has a cost of its own. */
const PIECES = 64;
const SMALL_PIECE = 4 * 1024;

/**
 * The bytes of the bodies of known callers that a process keeps (D-449). What is kept before a caller is known is not in
 * it: strangers would take the room of all. A shop has a quarter of it at most; the operator, who is no shop, has no such
 * share, because one file of customers may be larger.
 */
export class BodyBudget {
  readonly #most: number;
  readonly #mostOfOwner: number;
  #kept = 0;
  readonly #ofOwners = new Map<string, number>();

  constructor(most: number = LIMITS.bodiesBytesMax, mostOfOwner = most / 4) {
    this.#most = most;
    this.#mostOfOwner = mostOfOwner;
  }

  /** Bytes that are kept now. */
  get kept(): number {
    return this.#kept;
  }

  hasRoom(bytes: number, owner: string | null): boolean {
    if (this.#kept + bytes > this.#most) return false;
    return owner === null || (this.#ofOwners.get(owner) ?? 0) + bytes <= this.#mostOfOwner;
  }

  /** Counts bytes; a negative number gives them back. */
  count(bytes: number, owner: string | null): void {
    this.#kept += bytes;
    if (owner === null) return;
    const own = (this.#ofOwners.get(owner) ?? 0) + bytes;
    if (own === 0) this.#ofOwners.delete(owner);
    else this.#ofOwners.set(owner, own);
  }
}

const OF_PROCESS = new BodyBudget();

/** The body of a request that has one; null for any other. */
export function bodyOf(
  request: IncomingMessage,
  budget: BodyBudget = OF_PROCESS,
): IncomingBody | null {
  // Another reader has taken the body already; its events would never come again.
  if (request.readableEnded) return null;
  const declared = request.headers['content-length'];
  const chunked = request.headers['transfer-encoding'] !== undefined;
  return chunked || (declared !== undefined && declared !== '0')
    ? new IncomingBody(request, budget)
    : null;
}

/** Reads the body of a request whose caller is known, at most `limit` bytes of it. */
export async function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  const body = bodyOf(request);
  if (body === null) return { kind: 'body', bytes: NO_BYTES };
  const read = await body.rest(limit, null);
  body.done();
  return read;
}

/** The body of one request while it comes. It is read in two steps, and `done` ends both. */
export class IncomingBody {
  readonly #request: IncomingMessage;
  readonly #budget: BodyBudget;
  #pieces: Buffer[] = [];
  #size = 0;
  #kept = 0;
  #counted = 0;
  #owner: string | null = null;
  #mode: 'before' | 'known' | 'dropped' = 'before';
  #limit = LIMITS.bodyBeforeCallerBytesMax;
  #state: 'coming' | 'ended' | 'gone' | 'no_room' = 'coming';
  #isHeard = false;
  #wake: () => void = () => undefined;

  constructor(request: IncomingMessage, budget: BodyBudget) {
    this.#request = request;
    this.#budget = budget;
  }

  /** Before the caller is known: a body of at most `bodyBeforeCallerBytesMax` bytes. */
  start(): Promise<BodyStart> | BodyStart {
    return this.#declared > this.#limit ? { kind: 'large' } : this.#start();
  }

  async #start(): Promise<BodyStart> {
    await this.#come();
    if (this.#state === 'gone') return { kind: 'gone' };
    return this.#size <= this.#limit ? this.#whole() : { kind: 'large' };
  }

  /** The whole body of a known caller. */
  async rest(limit: number, owner: string | null): Promise<ReadBody> {
    this.#mode = 'known';
    this.#limit = limit;
    this.#owner = owner;
    if (this.#declared > limit * GRACE_FACTOR) return { kind: 'too_large' };
    if (!this.#budget.hasRoom(this.#kept, owner)) return { kind: 'busy' };
    this.#count(this.#kept);
    if (this.#state === 'coming') await this.#come();
    if (this.#state === 'gone') return { kind: 'gone' };
    if (this.#state === 'no_room') return { kind: 'busy' };
    return this.#size <= limit ? this.#whole() : { kind: 'too_large' };
  }

  /**
   * The reply is made: nothing of the body is kept any more. What still comes is read and dropped, so that the client
   * gets the reply. False if that may be too much, and the connection must end with the reply.
   */
  done(): boolean {
    this.#forget();
    this.#mode = 'dropped';
    if (this.#state === 'ended' || this.#state === 'gone') return true;
    if (Math.max(this.#declared, this.#size) > LIMITS.bodyDroppedBytesMax) return false;
    void this.#come();
    return true;
  }

  get #declared(): number {
    return Number(this.#request.headers['content-length'] ?? 0);
  }

  #whole(): Extract<BodyStart, { kind: 'body' }> {
    const [only = NO_BYTES] = this.#pieces;
    return {
      kind: 'body',
      bytes: this.#pieces.length <= 1 ? only : Buffer.concat(this.#pieces),
    };
  }

  /** Waits until the body has ended, or until this step takes no more of it. */
  #come(): Promise<void> {
    const come = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (!this.#isHeard) this.#hear();
    this.#request.resume();
    return come;
  }

  #hear(): void {
    this.#isHeard = true;
    const gone = () => this.#end('gone');
    // The listeners stay: removing them would cost every request, and a late reset of a connection
    // without a reader must not become an uncaught error.
    this.#request
      .on('data', (piece: Buffer) => this.#take(piece))
      .on('end', () => this.#end('ended'))
      .on('error', gone)
      .on('close', gone);
  }

  #end(state: 'ended' | 'gone'): void {
    if (this.#state !== 'ended') this.#state = state;
    this.#wake();
  }

  #take(piece: Buffer): void {
    this.#size += piece.length;
    switch (this.#mode) {
      case 'before':
        this.#keep(piece);
        if (this.#size > this.#limit) this.#pause();
        return;
      case 'known':
        if (this.#size > this.#limit) {
          this.#forget();
          if (this.#size > this.#limit * GRACE_FACTOR) this.#pause();
        } else if (this.#budget.hasRoom(piece.length, this.#owner)) {
          this.#count(piece.length);
          this.#keep(piece);
        } else {
          this.#state = 'no_room';
          this.#forget();
          this.#pause();
        }
        return;
      case 'dropped':
        if (this.#size > LIMITS.bodyDroppedBytesMax) this.#request.destroy();
    }
  }

  #pause(): void {
    this.#request.pause();
    this.#wake();
  }

  #count(bytes: number): void {
    this.#budget.count(bytes, this.#owner);
    this.#counted += bytes;
  }

  #keep(piece: Buffer): void {
    this.#kept += piece.length;
    this.#pieces.push(piece);
    const isMany = this.#pieces.length >= PIECES;
    if (isMany && this.#size < SMALL_PIECE * PIECES) this.#pieces = [Buffer.concat(this.#pieces)];
  }

  #forget(): void {
    this.#pieces = [];
    this.#kept = 0;
    this.#count(-this.#counted);
  }
}

/**
 * The refusal of a request whose body Express could not read (its parsers give such an error a status),
 * or whose path it could not decode; null for any other error.
 */
export function bodyRefusal(error: unknown): Refusal | null {
  const { status, limit }: { readonly status?: unknown; readonly limit?: unknown } = Object(error);
  switch (status) {
    case 400:
      return { type: 'Bad Request', description: 'The request is not well formed.' };
    case 413: {
      const most = typeof limit === 'number' ? `have at most ${limit} bytes` : 'be shorter';
      return { type: 'Request Entity Too Large', description: `The body must ${most}.` };
    }
    case 415:
      return {
        type: 'Unsupported Media Type',
        description: 'The body must be in UTF-8 and not compressed.',
      };
    default:
      return null;
  }
}
