import { afterQuietTurn } from '../quiet-turn.ts';
import { type Row, readInteger } from '../sql/rows.ts';
import { hasWaited } from '../store-errors.ts';
import { givenTable } from './bulk.ts';
import { type Statement, statement } from './statements.ts';
import type { Done, StatementCall } from './wire/batch.ts';

/** A read of one row by its key, for any number of keys at once. */
export type Lookup = { readonly statement: Statement; readonly columns: number };

/**
 * A lookup by a statement that returns at most one row and whose parameters are all texts. The
 * statement runs for each key separately, so it always uses the index, whatever the sizes of the
 * tables were when the server planned it.
 */
export function lookup(text: string): Lookup {
  let columns = 0;
  const one = text.replaceAll('?', () => {
    columns += 1;
    return `given.k${columns}`;
  });
  const types = Array.from({ length: columns }, () => 'text' as const);
  const names = types.map((_, index) => `k${index + 1}`);
  return {
    columns,
    statement: statement(
      `SELECT given.place, found.* FROM ${givenTable(types, [...names, 'place'], ' WITH ORDINALITY')}
        CROSS JOIN LATERAL (${one} LIMIT 1) AS found`,
    ),
  };
}

/** Runs reading statements together; returns the rows or the error of each. */
export type CallTogether = (
  calls: readonly StatementCall[],
) => Promise<readonly PromiseSettledResult<Done>[]>;

type PendingLookup = {
  readonly key: readonly string[];
  readonly answer: Promise<Row | undefined>;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/** Maximum number of keys per statement; the rest is sent with the next one. */
const KEYS_MAX = 100;

/**
 * Lookups that arrive while others are in progress are sent together: in one batch on one
 * connection, one statement per kind, and each key once. Every answer was read after its lookup was
 * requested, as with separate reads.
 */
export class Lookups {
  readonly #call: CallTogether;
  readonly #isAlone: () => boolean;
  #waiting = new Map<Lookup, Map<string, PendingLookup>>();
  #underWay = 0;
  #collecting = false;

  /** `isAlone` returns true if no other process shares the database. */
  constructor(call: CallTogether, isAlone: () => boolean) {
    this.#call = call;
    this.#isAlone = isAlone;
  }

  find(what: Lookup, ...key: string[]): Promise<Row | undefined> {
    const group = this.#group(what);
    const name = JSON.stringify(key);
    const same = group.get(name);
    if (same !== undefined) return same.answer;
    const { promise: answer, resolve, reject } = Promise.withResolvers<Row | undefined>();
    group.set(name, { key, answer, resolve, reject });
    this.#begin();
    return answer;
  }

  #group(what: Lookup): Map<string, PendingLookup> {
    const existing = this.#waiting.get(what);
    if (existing !== undefined && existing.size < KEYS_MAX) return existing;
    const group = new Map<string, PendingLookup>();
    this.#waiting.set(what, group);
    if (existing !== undefined) this.#send([[what, existing]]);
    return group;
  }

  #begin(): void {
    if (this.#collecting || this.#underWay >= AT_ONCE) return;
    this.#collecting = true;
    const send = () => {
      this.#collecting = false;
      const groups = [...this.#waiting];
      this.#waiting = new Map();
      if (groups.length > 0) this.#send(groups);
    };
    // Simultaneous requests share the batch. A process that is alone reads the sockets only once: more
    // would leave the cores idle.
    if (this.#isAlone()) setImmediate(send);
    else afterQuietTurn(() => this.#size, send);
  }

  /** Number of lookups that wait. */
  get #size(): number {
    return [...this.#waiting.values()].reduce((sum, group) => sum + group.size, 0);
  }

  #send(groups: readonly (readonly [Lookup, Map<string, PendingLookup>])[]): void {
    this.#underWay += 1;
    void this.#answer(groups).finally(() => {
      this.#underWay -= 1;
      if (this.#waiting.size > 0) this.#begin();
    });
  }

  async #answer(groups: readonly (readonly [Lookup, Map<string, PendingLookup>])[]): Promise<void> {
    const calls = groups.map(([{ statement: text, columns }, group]) => {
      const keys = [...group.values()].map(({ key }) => key);
      const values = Array.from({ length: columns }, (_, at) => ({
        type: 'text' as const,
        cells: keys.map((key) => key[at] ?? ''),
      }));
      return { statement: text, values };
    });
    const answers = await this.#call(calls);
    for (const [at, [, group]] of groups.entries()) settle([...group.values()], answers[at]);
    const silent = answers.find((one) => one.status === 'rejected' && hasWaited(one.reason));
    if (silent === undefined) return;
    // Lookups that waited behind this one have waited as long: they are refused, not sent.
    const waiting = [...this.#waiting.values()];
    this.#waiting = new Map();
    for (const group of waiting) settle([...group.values()], silent);
  }
}

/** Number of batches in flight; a second one hides the round trip of the first. */
export const AT_ONCE = 2;

function settle(
  lookups: readonly PendingLookup[],
  answer: PromiseSettledResult<Done> | undefined,
): void {
  if (answer?.status !== 'fulfilled') {
    for (const { reject } of lookups) reject(answer?.reason);
    return;
  }
  const rows = new Map(answer.value.rows.map((row) => [readInteger(row, 'place'), row]));
  for (const [at, { resolve }] of lookups.entries()) resolve(rows.get(at + 1));
}
