import type { Ids, RandomBytes } from '../../../shared/ids/ids.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import type { Store } from '../../store/store.ts';

/** The options of a command, by name. */
export type CommandOptions = Readonly<
  Record<string, string | boolean | readonly string[] | undefined>
>;

export type Invocation = {
  /** The words after the command's name, in order. */
  readonly words: readonly string[];
  readonly options: CommandOptions;
};

/** What a command works on. */
export type AdminDeps = {
  /** Path of the database. */
  readonly database: string;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly now: () => number;
  /** `TILLKIT_PUBLIC_ORIGIN`, unchecked, or null. */
  readonly publicOrigin: string | null;
  /** The address of the service that runs on the data, as its clients reach it; null if none runs. */
  readonly runningRoot: () => Promise<string | null>;
  /**
   * Opens the store, or that of the service that runs on the data; it is closed when the command ends.
   * Throws while another process without a socket has the file.
   */
  readonly store: () => Promise<Store>;
  /**
   * Writes a copy of the embedded database to a new file: the running service does it, or this process
   * if none runs. Throws `StoreNotOpened` with a sentence and leaves no file when it fails.
   */
  readonly copyTo: (path: string) => Promise<void>;
};

/** One command of `tillkit admin`. */
export type Command = {
  /** Its words and options, as the help prints them. */
  readonly usage: string;
  readonly summary: string;
  /** Names of the required words. */
  readonly words: readonly string[];
  readonly options: readonly Option[];
  /** True for a command that may create the database; other commands require one. */
  readonly makesData?: true;
  /** True for a command that does not read the data of a service. */
  readonly withoutData?: true;
  /**
   * Set for a command on the file of an embedded database; it takes no `--database-url`. `of-service`: the
   * file must be the service's data, so the command is refused where `TILLKIT_DATABASE_URL` is set.
   */
  readonly onFile?: 'of-service' | 'any';
  /** Runs the command and returns the lines to print. A refusal is one sentence. */
  readonly run: (deps: AdminDeps, invocation: Invocation) => Promise<Answer<readonly string[]>>;
};

export type Option = {
  readonly name: string;
  readonly kind: 'text' | 'texts' | 'flag';
  /** Description for the help. */
  readonly help: string;
  readonly required?: true;
};

/** An option's text, or null. */
export function textOf(options: CommandOptions, name: string): string | null {
  const value = options[name];
  return typeof value === 'string' ? value : null;
}

/** Rows that a command reads from the store at a time. */
const PAGE = 100;

/** How a command prints a list of the store. */
export type Listing<Row, Cursor> = {
  /** The next rows behind the cursor, at most `limit`. */
  readonly page: (after: Cursor, limit: number) => Promise<readonly Row[]>;
  /** The cursor before the first row. */
  readonly first: Cursor;
  /** The cursor behind a row. */
  readonly cursorOf: (row: Row) => Cursor;
  /** The columns of a row; null for a row that is not printed. */
  readonly columnsOf: (row: Row) => Promise<readonly string[] | null>;
};

/** One line for each row of a list. Empty columns at the end of a line are left out. */
export async function printList<Row, Cursor>(
  listing: Listing<Row, Cursor>,
): Promise<Answer<readonly string[]>> {
  const { page, first, cursorOf, columnsOf } = listing;
  const lines: string[] = [];
  for (let after = first; ; ) {
    const rows = await page(after, PAGE);
    const last = rows.at(-1);
    if (last === undefined) return answer(lines);
    for (const row of rows) {
      const columns = await columnsOf(row);
      if (columns !== null) lines.push(columns.join('\t').trimEnd());
    }
    after = cursorOf(last);
  }
}

/** All values of an option that may be repeated. */
export function textsOf(options: CommandOptions, name: string): readonly string[] {
  const value = options[name];
  return Array.isArray(value) ? value.map(String) : [];
}
