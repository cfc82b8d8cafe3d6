import { jsonSchema } from '../../../shared/node/openapi/json-schema.ts';
import { wordsFor } from '../../../shared/node/openapi/schema-rows.ts';
import { type Answer, answer, type Refusal, refuse } from '../../../shared/protocol/errors.ts';
import type { AnyAct } from '../operator/act.ts';
import { ACTS, type ActInput, type ActName, type ActOutput } from '../operator/acts.ts';
import { formOf, fromTexts, isFlag, isRequired } from '../operator/forms.ts';
import type { AdminDeps, Command, CommandOptions, Option } from './command.ts';
import { readInput, readJson } from './files.ts';

/** How a command carries an act: its words and its lines. Options, checks and help come from the act. */
type Carried<N extends ActName> = {
  readonly act: N;
  /** The members of the input that are words, with their names in the help. */
  readonly words?: Readonly<Record<string, string>>;
  /** The members whose option has another name. */
  readonly called?: Readonly<Record<string, string>>;
  /** Members that are no option: the command finds them itself, in `complete`. */
  readonly own?: readonly string[];
  readonly makesData?: true;
  /** More options, beside those of the act. */
  readonly options?: readonly Option[];
  /** Columns of a list, for the help. */
  readonly columns?: string;
  /** Does the act with the input of the command line; without it the act alone. */
  readonly perform?: (
    deps: AdminDeps,
    input: ActInput<N>,
    options: CommandOptions,
  ) => Promise<Answer<ActOutput<N>>>;
  /** Whether the output names something that a person must do. */
  readonly needsPerson?: (output: ActOutput<N>) => boolean;
  /** What is printed, given also what was asked. */
  readonly lines: (
    output: ActOutput<N>,
    input: Readonly<Record<string, unknown>>,
    options: CommandOptions,
  ) => readonly string[];
};

/** The command that carries an act. */
export function carrying<N extends ActName>(name: string, carried: Carried<N>): [string, Command] {
  const { words = {}, called = {}, own = [], columns, lines, makesData } = carried;
  const act: AnyAct = ACTS[carried.act];
  const optionOf = (member: string) => called[member] ?? member.replaceAll('_', '-');
  const members = Object.keys(act.input.shape).filter(
    (member) => words[member] === undefined && !own.includes(member),
  );
  const options = [
    ...members.map((member) => optionFor(act, member, optionOf(member))),
    ...(carried.options ?? []),
  ];
  const perform = carried.perform ?? ((deps, input) => deps.act(carried.act, input));

  async function run(deps: AdminDeps, invocation: Parameters<Command['run']>[1]) {
    const given: Record<string, unknown> = {};
    Object.keys(words).forEach((member, at) => {
      given[member] = invocation.words[at];
    });
    for (const member of members) {
      const value = invocation.options[optionOf(member)];
      if (value !== undefined) given[member] = value;
    }
    if (members.includes('public_origin')) given.public_origin ??= deps.publicOrigin ?? undefined;
    const input = await withFiles(act, fromTexts(act.input, given));
    if (!input.ok) return input;
    const printed: string[] = [];
    let needsPerson = false;
    for (let asked = input.value; ; ) {
      // The boundary: the act checks what the command line says.
      const done = await perform(deps, asked as ActInput<N>, invocation.options);
      if (!done.ok) return inOneLine(done.refusal, optionOf);
      printed.push(...lines(done.value, asked, invocation.options));
      needsPerson ||= carried.needsPerson?.(done.value) ?? false;
      const { next = null } = Object(done.value);
      if (next === null) return answer({ lines: printed, needsPerson });
      // A list is printed whole, page by page, unless a limit is given.
      if (invocation.options.limit !== undefined)
        return answer({ lines: [...printed, `# more: --after ${next}`] });
      asked = { ...asked, after: next };
    }
  }

  const needed = options.filter(({ required }) => required);
  const usage = [
    name,
    ...Object.values(words),
    ...needed.map(({ name: one, kind, value = lastWord(one) }) =>
      kind === 'flag' ? `--${one}` : `--${one} ${value}`,
    ),
    ...(needed.length < options.length ? ['[options]'] : []),
  ].join(' ');
  const summary = columns === undefined ? act.summary : `${act.summary}: ${columns}`;
  const command = { act: carried.act, usage, summary, words: Object.values(words), options, run };
  return [name, makesData ? { ...command, makesData } : command];
}

const lastWord = (option: string) => option.split('-').at(-1)?.toUpperCase() ?? '';

/** The option for a member of an act's input. */
function optionFor(act: AnyAct, member: string, name: string): Option {
  const schema = act.input.shape[member];
  const form = formOf(schema);
  const flag = form === 'truth' && isFlag(schema);
  const described = jsonSchema(act.input, 'input').properties?.[member];
  const { description = '', ...rest } = typeof described === 'object' ? described : {};
  const value = wordsFor(rest).replace(' or null', '');
  const words = {
    whole: value,
    // Every option takes text; only its default or its words are worth a place.
    text: value.replace(/^string[^;]*(?:; )?/, ''),
    truth: flag ? '' : 'yes or no',
    texts: 'may come again',
    json: 'a JSON file',
  };
  const more = words[form] === '' ? '' : ` (${words[form]})`;
  const help = `${description}${more}`.replaceAll('`', '');
  const kind = flag ? 'flag' : form === 'texts' ? 'texts' : 'text';
  return { name, kind, help, ...(isRequired(schema) ? { required: true } : {}) };
}

/** The input with the content of the files that it names. */
async function withFiles(
  act: AnyAct,
  input: Readonly<Record<string, unknown>>,
): Promise<Answer<Readonly<Record<string, unknown>>>> {
  const full: Record<string, unknown> = { ...input };
  for (const [member, value] of Object.entries(input)) {
    const { file } = act;
    const isFile = file?.member === member;
    if (typeof value !== 'string' || (!isFile && formOf(act.input.shape[member]) !== 'json'))
      continue;
    const read = isFile ? await readInput(value, file.bytesMax) : await readJson(value);
    if (!read.ok) return read;
    full[member] = read.value;
  }
  return answer(full);
}

/** A refusal as one line; names of members are replaced by names of options. */
function inOneLine(
  { type, description, details = {} }: Refusal,
  optionOf: (name: string) => string,
) {
  const faults = Object.entries(details).map(([path, messages]) => {
    const [member = '', ...inner] = path.split('.').filter((part) => !/^\d+$/.test(part));
    return `${[optionOf(member), ...inner].join('.')} ${[messages].flat().join(' and ')}`;
  });
  return refuse(
    type,
    faults.length === 0 ? description : `${faults.join('; ').replace(/\.$/, '')}.`,
  );
}
