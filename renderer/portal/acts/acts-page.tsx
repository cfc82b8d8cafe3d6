import { money } from '../../../shared/money/money.ts';
import type { PortalAct } from '../../../shared/portal/acts.ts';
import { useFormat } from '../../ui/format.tsx';
import { Download } from '../../ui/icons.ts';
import { addressOf } from '../../ui/page-address.ts';
import { EmptySlot, Perforation, Slip } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { type Fact, Facts } from '../common/facts.tsx';
import { Ledger, ListProblem } from '../common/ledger.tsx';
import { Rows } from '../common/rows.tsx';
import { usePages } from '../common/use-pages.ts';

const EVERY = 30_000;

/** What persons did in the portal: who, what and when, for the shop's administrators (D-460). */
export function ActsPage() {
  const { portal, words } = usePortal();
  const format = useFormat();
  const id = usePortalState((state) => state.route.id);
  const list = usePages('acts', (after) => portal.api.acts(after), EVERY);
  const chosen = list.items?.find((item) => item.id === id) ?? null;
  return (
    <Ledger
      page="acts"
      head={words.pages.acts}
      text={words.acts.text}
      open={chosen !== null}
      aside={
        chosen === null ? <EmptySlot>{words.acts.choose}</EmptySlot> : <ActSlip act={chosen} />
      }
      actions={
        <a className="link link-file" href={addressOf(portal.api.actsFile())} download>
          <Download size={18} aria-hidden="true" />
          {words.acts.file}
        </a>
      }
    >
      <ListProblem problem={list.problem} />
      <Rows
        items={list.items}
        keyOf={(item) => item.id}
        opens={{ page: 'acts', chosen: id }}
        empty={words.acts.none}
        more={list.more}
        className="rows-even rows-two"
        columns={[
          { head: words.time, look: 'quiet', cell: (item) => format.dateTime(item.at) },
          {
            head: words.acts.person,
            className: 'rows-person',
            cell: (item) => <bdi>{item.person}</bdi>,
          },
          { head: words.acts.what, is: 'name', cell: (item) => words.acts.kinds[item.kind] },
          {
            head: words.about,
            look: 'quiet',
            wide: true,
            className: 'rows-reference',
            cell: (item) => <bdi>{item.subject}</bdi>,
          },
        ]}
      />
    </Ledger>
  );
}

function ActSlip({ act }: { readonly act: PortalAct }) {
  const { words } = usePortal();
  const format = useFormat();
  const { amount, currency, reason, active } = act;
  const facts: readonly Fact[] = [
    [words.acts.person, act.person],
    [words.time, format.dateTime(act.at)],
    [words.about, act.subject === '' ? null : act.subject],
    [
      words.acts.amount,
      amount === null || currency === null ? null : format.amount(money(amount), currency),
    ],
    [words.acts.reason, reason],
    [words.inUse, active === null ? null : active ? words.has : words.hasNot],
  ];
  return (
    <Slip className="portal-slip" label={words.acts.kinds[act.kind]}>
      <h2>{words.acts.kinds[act.kind]}</h2>
      <Perforation />
      <Facts facts={facts} />
    </Slip>
  );
}
