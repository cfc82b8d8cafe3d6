import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { ApiProblem, ApiRefusal } from '../../state/api-answer.ts';
import { Ghost } from '../../ui/key.tsx';
import { addressOf } from '../../ui/page-address.ts';
import { usePortal, usePortalState } from './context.tsx';
import { type PageName, pathOf, type Route } from './route.ts';
import { goTo } from './use-route.ts';

type LedgerProps = {
  readonly page: PageName;
  /** Where the list is; the page without an id when left out. */
  readonly back?: Route;
  readonly head: string;
  readonly text: ReactNode;
  /** Content to the right of the headline. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** The slip with its keys, or the empty slot. */
  readonly aside: ReactNode;
  /** True if an item is open: a narrow page shows the slip instead of the list. */
  readonly open: boolean;
  /**
   * `beside`: the slip belongs to the page and not to an item, so a narrow page shows both. `forms`: the page is its
   * slips, which stand below its head in as many columns as there is room for.
   */
  readonly own?: 'beside' | 'forms';
};

/** The layout of a page: the list on the left and the slip of the selected item on the right. */
export function Ledger(props: LedgerProps) {
  const { page, head, text, actions, children, aside, open } = props;
  const { back = { page, id: null }, own } = props;
  const shows = open ? 'ledger-open' : own === undefined ? '' : `ledger-${own}`;
  const { portal, words } = usePortal();
  const problem = usePortalState((state) => state.problem);
  return (
    <main className={`ledger-page ${shows}`}>
      <section className="ledger" aria-labelledby="ledger-head">
        <header className="ledger-head">
          <div>
            <h1 id="ledger-head">{head}</h1>
            <p className="ledger-text">{text}</p>
          </div>
          {actions !== undefined && <div className="ledger-tools">{actions}</div>}
        </header>
        {children}
      </section>
      <aside className="ledger-aside" aria-label={words.chosen}>
        {open && (
          <button type="button" className="link ledger-back" onClick={() => goTo(portal, back)}>
            {words.back}
          </button>
        )}
        {aside}
        <ActProblem problem={problem} />
      </aside>
    </main>
  );
}

type ProblemProps = { readonly problem: ApiProblem | null };

/** Shows why the list could not be loaded. The page loads it again. */
export function ListProblem({ problem }: ProblemProps) {
  const { words } = usePortal();
  return <Problem problem={problem} unanswered={words.unreachableText} />;
}

/**
 * Shows why an action failed. The page does not repeat it: without an answer the service may have done it.
 */
export function ActProblem({ problem }: ProblemProps) {
  const { words } = usePortal();
  const isIn = usePortalState((state) => state.session === 'in');
  const line = useRef<HTMLParagraphElement>(null);
  // On a small window the line can be below the field in which the person pressed Enter.
  useEffect(() => {
    if (problem !== null) line.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  const unanswered = isIn ? words.unansweredAct : words.unanswered;
  return <Problem problem={problem} unanswered={unanswered} line={line} />;
}

type LineProps = ProblemProps & {
  readonly unanswered: string;
  readonly line?: RefObject<HTMLParagraphElement | null>;
};

function Problem({ problem, unanswered, line }: LineProps) {
  if (problem === null) return null;
  return (
    <p ref={line} className="portal-problem" role="alert">
      <ProblemText problem={problem} unanswered={unanswered} />
    </p>
  );
}

/** The refusals whose cause only the service's own sentence names. */
const WITH_DETAIL: ReadonlySet<ApiRefusal> = new Set(['conflict', 'not_accepted']);

/**
 * Why the service refused, in the reader's language, and for some refusals its own sentence in English: it
 * names the entry that is wrong.
 */
export function ProblemText({
  problem: { refusal, sentence },
  unanswered,
}: {
  readonly problem: ApiProblem;
  readonly unanswered: string;
}) {
  const { words } = usePortal();
  if (refusal === null) return unanswered;
  return (
    <>
      {words.refusals[refusal]}
      {sentence !== null && WITH_DETAIL.has(refusal) && (
        <span className="portal-detail" lang="en" dir="ltr">
          {sentence}
        </span>
      )}
    </>
  );
}

/** Loads the next page of a list. */
export function More({ more }: { readonly more: (() => Promise<void>) | null }) {
  const { words } = usePortal();
  const busy = usePortalState((state) => state.busy);
  if (more === null) return null;
  return (
    <div className="ledger-more">
      <Ghost disabled={busy} onPress={() => void more()}>
        {words.more}
      </Ghost>
    </div>
  );
}

type RowLinkProps = {
  readonly page: PageName;
  readonly id: string;
  readonly chosen: boolean;
  readonly children: ReactNode;
};

/** Opens a row's slip. The link covers the whole row. */
export function RowLink({ page, id, chosen, children }: RowLinkProps) {
  const { portal } = usePortal();
  return (
    <a
      className="row-link"
      dir="auto"
      href={addressOf(pathOf({ page, id }))}
      aria-current={chosen ? 'true' : undefined}
      onClick={(event) => {
        // With a modifier key the browser opens a new tab itself.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        goTo(portal, { page, id });
      }}
    >
      <bdi>{children}</bdi>
    </a>
  );
}

type ChipsProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly options: readonly {
    readonly value: T;
    readonly label: string;
    readonly count?: number;
  }[];
  readonly onChange: (value: T) => void;
};

/** A filter with a few options; the selected one is highlighted. */
export function Chips<T extends string>({ label, value, options, onChange }: ChipsProps<T>) {
  return (
    <fieldset className="chips">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="chip"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className="chip-count">{option.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
