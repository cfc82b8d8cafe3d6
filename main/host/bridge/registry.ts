import { answer } from '../../../shared/protocol/errors.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { type Commands, createCommands, type StaffOfCommands } from '../commands/commands.ts';
import type { Registry } from '../commands/handlers.ts';
import { missing } from '../commands/missing.ts';
import { salesCommands } from '../commands/sales.ts';
import { printingCommands } from '../printing/commands.ts';
import { questionCommands, shopQuestionCommands } from '../questions/commands.ts';
import { scaleCommands } from '../scale/commands.ts';
import type { TillFeatures } from './screen-source.ts';

/** The commands of a till at work: the registry of its features. */
export function commandsOf(
  terminal: Terminal,
  features: TillFeatures,
  staff: StaffOfCommands | null = features.backOffice,
): Commands {
  return createCommands({ registry: registryOf(terminal, features), missing, staff });
}

/** Features that answer commands of their own. */
type Answering = 'backOffice' | 'goods' | 'bills' | 'books' | 'receiptEmail';
type CommandFeatures = Omit<TillFeatures, Answering> & {
  readonly [F in Answering]: Pick<NonNullable<TillFeatures[F]>, 'commands'> | null;
};

/** The handlers of a till's features. */
export function registryOf(
  terminal: Terminal,
  {
    backOffice,
    goods,
    bills,
    books,
    printing,
    diagnosis,
    scanner,
    scale,
    questions,
    shopQuestions,
    receiptEmail,
    refusedReceipts,
    screens,
  }: CommandFeatures,
): Registry {
  return {
    sales: salesCommands(terminal),
    setup: null,
    staff: backOffice?.commands ?? null,
    goods: goods?.commands ?? null,
    bills: bills?.commands ?? null,
    books: books?.commands ?? null,
    questions: orNull(questions, questionCommands),
    shopQuestions: orNull(shopQuestions, shopQuestionCommands),
    receiptEmail: receiptEmail?.commands ?? null,
    refusedReceipts: orNull(refusedReceipts, (refused) => ({
      saw_refused_receipts({ receipt }) {
        refused.saw(receipt);
        return answer(null);
      },
    })),
    printing: orNull(printing, printingCommands),
    scale: scaleCommands(scale),
    scanner: orNull(scanner, (setting) => ({ scanner: ({ profile }) => setting.save(profile) })),
    diagnosis: orNull(diagnosis, (checks) => ({
      diagnose: () => checks.start(),
      support_bundle: () => checks.bundle(),
    })),
    screens: orNull(screens, ({ remove }) => ({ remove_screen: ({ screen }) => remove(screen) })),
  };
}

const orNull = <Feature, Made>(
  feature: Feature | null,
  make: (feature: Feature) => Made,
): Made | null => (feature === null ? null : make(feature));
