import type { Answer } from '../../../shared/protocol/errors.ts';
import type { ActInput, ActName, ActOutput } from '../operator/acts.ts';

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
  readonly now: () => number;
  /** `TILLKIT_PUBLIC_ORIGIN`, unchecked, or null. */
  readonly publicOrigin: string | null;
  /**
   * Has an act done by the service that runs on the data, or by this process if none runs. Throws while another process
   * without a socket has the file.
   */
  readonly act: <N extends ActName>(name: N, input: ActInput<N>) => Promise<Answer<ActOutput<N>>>;
  /** Writes a copy of the embedded database to a new file; leaves no file when it fails. */
  readonly copyTo: (path: string) => Promise<Answer<unknown>>;
};

/** What a command prints. The exit code is 1 if it names something that a person must do. */
export type Printed = { readonly lines: readonly string[]; readonly needsPerson?: boolean };

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
  /** The act that it carries; none for a command on files alone. */
  readonly act?: ActName;
  /** Runs the command. A refusal is one sentence. */
  readonly run: (deps: AdminDeps, invocation: Invocation) => Promise<Answer<Printed>>;
};

export type Option = {
  readonly name: string;
  readonly kind: 'text' | 'texts' | 'flag';
  /** Description for the help. */
  readonly help: string;
  readonly required?: true;
  /** The word for its value in the usage; without it the last word of its name. */
  readonly value?: string;
};

/** An option's text, or null. */
export function textOf(options: CommandOptions, name: string): string | null {
  const value = options[name];
  return typeof value === 'string' ? value : null;
}
