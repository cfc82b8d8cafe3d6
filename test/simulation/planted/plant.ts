import { isSecond } from '../../../shared/ids/host-ids.ts';
import type { Outcome } from '../../../shared/protocol/outcome.ts';
import type {
  JournalRecord,
  SaleAction,
  SaleView,
  Terminal,
  TerminalClient,
} from '../../../shared/terminal/index.ts';
import type { FaultOdds } from '../faults.ts';
import type { Features } from '../features.ts';
import type { AlterQuestions } from '../questions/host.ts';
import type { Alter, AlterBooks, AlterFacts } from '../till.ts';

/** A bug that a till could have, planted around the parts of the engine. */
export type Planted = {
  readonly name: string;
  readonly part:
    | 'wire'
    | 'restart'
    | 'pair'
    | 'order'
    | 'screen'
    | 'machine'
    | 'time'
    | 'bill'
    | 'money'
    | 'question';
  /** The number of worlds, from seed 1 on, in which the auditor finds it. */
  readonly within: number;
  /** Features of the worlds; those of the seed unless given. */
  readonly features?: Partial<Features>;
  /** Makes the bug for one world; all tills and lives of the world share its state. */
  readonly plant: () => Alter;
  /** Makes a bug of the books. */
  readonly plantBooks?: () => AlterBooks;
  /** Makes a bug of what is booked. */
  readonly plantFacts?: () => AlterFacts;
  /** Faults of the worlds; those of the seed unless given. */
  readonly faults?: FaultOdds;
  /** Makes a bug of the questions to customers. */
  readonly plantQuestions?: () => AlterQuestions;
};

type ClientChange = (client: TerminalClient) => Partial<TerminalClient>;

/** Replaces calls of the client. */
export function client(change: ClientChange): Alter {
  return (parts) => ({ ...parts, client: { ...parts.client, ...change(parts.client) } });
}

/** Changes the outcome of a payment; null leaves it unchanged. */
export function outcomes(change: (outcome: Outcome) => Partial<Outcome> | null): Alter {
  return client(({ paymentOutcome }) => ({
    paymentOutcome: async (tid, wait, options) => {
      const read = await paymentOutcome(tid, wait, options);
      const changed = read.ok ? change(read.value) : null;
      return read.ok && changed !== null ? { ...read, value: { ...read.value, ...changed } } : read;
    },
  }));
}

/** Does not write the records for which `forgets` returns true, and reports that it has. */
export function forgetting(forgets: (record: JournalRecord) => boolean): Alter {
  return (parts) => ({
    ...parts,
    journal: {
      ...parts.journal,
      append: async (record) => (forgets(record) ? { ok: true } : parts.journal.append(record)),
    },
  });
}

/** Changes what the till reads from its journal when it starts. */
export function finding(
  change: (records: readonly JournalRecord[]) => readonly JournalRecord[],
): Alter {
  return (parts) => ({
    ...parts,
    journal: { ...parts.journal, records: change(parts.journal.records) },
  });
}

/** Changes each sale that the screen shows; null hides it. */
export function showing(
  change: (sale: SaleView, all: readonly SaleView[]) => SaleView | null,
): Alter {
  const changed = (terminal: Terminal): Terminal => {
    const view = () => {
      const real = terminal.view();
      const sales = real.sales.flatMap((sale) => change(sale, real.sales) ?? []);
      return { ...real, sales };
    };
    return {
      ...terminal,
      view,
      subscribe: (listener) => terminal.subscribe(() => listener(view())),
    };
  };
  return (parts) => ({ ...parts, present: changed });
}

type Act = Terminal['act'];

/** Replaces the effect of a button; `act` is the right effect. */
export function acting(action: SaleAction, instead: (act: Act, terminal: Terminal) => Act): Alter {
  return (parts) => ({
    ...parts,
    present: (terminal) => {
      const act = instead(terminal.act, terminal);
      return {
        ...terminal,
        act: (id, wanted) => (wanted === action ? act(id, wanted) : terminal.act(id, wanted)),
      };
    },
  });
}

/** A button that reports success without an effect. */
export const ignoring = (action: SaleAction): Alter =>
  acting(action, () => async () => ({ ok: true, value: null }));

/** The sticker's request of a pair is named after the sale. */
export const isSticker = (posTid: string) => isSecond(posTid);

/** Remembers the payment of each request, for bugs that mix them up. */
export function remembering(use: (names: ReadonlyMap<string, string>) => ClientChange): Alter {
  const names = new Map<string, string>();
  const change = use(names);
  return (parts) => {
    const noting: TerminalClient = {
      ...parts.client,
      paymentCreate: async (draft, options) => {
        const made = await parts.client.paymentCreate(draft, options);
        if (made.ok) names.set(made.value.id, draft.pos_tid);
        return made;
      },
    };
    return { ...parts, client: { ...noting, ...change(noting) } };
  };
}
