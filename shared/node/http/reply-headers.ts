import type { Reply } from './reply.ts';

/** Takes the headers of a reply that is still to come, such as the cookie of a session. */
export type HeaderSink = { readonly set: (name: string, value: string) => unknown };

/** The headers that a request collects on its way, for its reply or its refusal. */
export class ReplyHeaders implements HeaderSink {
  #headers: Record<string, string> | null = null;

  /** Sets a header, in place of one of the same name. */
  set(name: string, value: string): void {
    this.#headers ??= {};
    this.#headers[name] = value;
  }

  remove(name: string): void {
    if (this.#headers !== null) delete this.#headers[name];
  }

  /** The reply with these headers; its own ones count where both have one. */
  onto(reply: Reply): Reply {
    return this.#headers === null
      ? reply
      : { ...reply, headers: { ...this.#headers, ...reply.headers } };
  }
}
