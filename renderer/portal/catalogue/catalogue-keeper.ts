import { createStore, type StoreApi } from 'zustand/vanilla';
import { applyChanges } from '../../../shared/catalogue/changes.ts';
import type { PortalCatalogue } from '../../../shared/portal/catalogue.ts';
import type { CatalogueChange, CatalogueChanged } from '../../../shared/protocol/catalogue.ts';
import type { CatalogueDocument } from '../../../shared/protocol/catalogue-document.ts';
import type { ApiAnswer, ApiProblem } from '../../state/api-answer.ts';

/** What the pages show of the catalogue. */
export type KeptCatalogue = {
  /** The version that the service has confirmed; null before the first answer. */
  readonly version: number | null;
  /** That version, with the changes that are on their way. */
  readonly document: CatalogueDocument;
  /** Why the last read or change failed; null after one that succeeded. */
  readonly problem: ApiProblem | null;
  /** True after somebody else's change was in the way, until the next change. */
  readonly conflict: boolean;
};

/** The catalogue on the pages of one person. */
export interface CatalogueKeeper {
  readonly store: StoreApi<KeptCatalogue>;
  /** Reads the newest version, unless changes are on their way. */
  read(): Promise<void>;
  /**
   * Shows changes at once and sends them after those before. `seen` is the version that the person saw. True
   * if the service has made them; otherwise the page shows the newest version, with the reason.
   */
  change(changes: readonly CatalogueChange[], seen: number): Promise<boolean>;
}

/** The calls of the service that the keeper makes. */
export type CatalogueCalls = {
  /** Null if the service has exactly this version. */
  readonly catalogue: (unless: number | null) => Promise<ApiAnswer<PortalCatalogue | null>>;
  readonly catalogueChange: (input: {
    readonly version: number;
    readonly changes: readonly CatalogueChange[];
  }) => Promise<ApiAnswer<CatalogueChanged>>;
};

type Known = { readonly version: number; readonly document: CatalogueDocument };
const EMPTY: CatalogueDocument = { categories: [], products: [] };

/** `onProblem` hears of each failure: the end of the session is one. */
export function createCatalogueKeeper(
  calls: CatalogueCalls,
  onProblem: (problem: ApiProblem) => void,
): CatalogueKeeper {
  const store = createStore<KeptCatalogue>(() => ({
    version: null,
    document: EMPTY,
    problem: null,
    conflict: false,
  }));
  let known: Known | null = null;
  /** Changes that are on their way, first one first. */
  let waiting: readonly (readonly CatalogueChange[])[] = [];
  let last: Promise<unknown> = Promise.resolve();
  /** Counts what makes the answers of earlier reads old. */
  let turn = 0;

  /** Shows what is known with what is on its way. */
  function show(over: Partial<KeptCatalogue> = {}): void {
    const base = known?.document ?? EMPTY;
    const document = waiting.reduce((all, changes) => applied(all, changes), base);
    store.setState({ version: known?.version ?? null, document, ...over });
  }

  function failed(problem: ApiProblem, more: Partial<KeptCatalogue> = {}): void {
    show({ problem, ...more });
    onProblem(problem);
  }

  async function ask(): Promise<void> {
    turn += 1;
    const mine = turn;
    const answer = await calls.catalogue(known?.version ?? null);
    if (mine !== turn) return;
    if (!answer.ok) return failed(answer.problem);
    if (answer.value !== null) {
      known = { version: answer.value.version, document: answer.value.catalogue };
    }
    show({ problem: null });
  }

  /**
   * Takes changes that the service has made. If they were the step to the version that it names, the page knows its
   * content. A repeat differs in nothing: then the version may have changes that the page does not know, and is read.
   */
  async function made(
    changes: readonly CatalogueChange[],
    { version, differences }: CatalogueChanged,
  ): Promise<void> {
    const base = known?.version ?? 0;
    const document = applied(known?.document ?? EMPTY, changes);
    if (version === base + Math.min(1, differences.length)) {
      known = { version, document };
      return show({ problem: null, conflict: false });
    }
    // What was ordered after it was ordered on a page that did not show the rest.
    const conflict = waiting.length > 0;
    waiting = [];
    await ask();
    show({ conflict });
  }

  async function send(changes: readonly CatalogueChange[], version: number): Promise<boolean> {
    const answer = await calls.catalogueChange({ version, changes });
    waiting = waiting.slice(1);
    if (answer.ok) {
      await made(changes, answer.value);
      return true;
    }
    // What was ordered after it was ordered on a page that showed it.
    waiting = [];
    const conflict = answer.problem.kind === 'conflict';
    if (conflict) {
      await ask();
      show({ conflict });
    } else failed(answer.problem);
    return false;
  }

  return {
    store,
    async read() {
      if (waiting.length === 0) await ask();
    },
    change(changes, seen) {
      const base = known?.version ?? 0;
      turn += 1;
      waiting = [...waiting, changes];
      show({ problem: null, conflict: false });
      const done = last.then(() => {
        // An order before this one failed, and took this one back.
        if (!waiting.includes(changes)) return false;
        // Between the orders of one person only their own versions were made.
        return send(changes, seen < base ? seen : (known?.version ?? 0));
      });
      last = done;
      return done;
    },
  };
}

/** The document with the changes; as it was, if they do not fit, which the service then says. */
function applied(
  document: CatalogueDocument,
  changes: readonly CatalogueChange[],
): CatalogueDocument {
  const next = applyChanges(document, changes);
  return next.ok ? next.value : document;
}
