import { money } from '../../../shared/money/money.ts';
import type { PortalCatalogueVersion } from '../../../shared/portal/catalogue.ts';
import { useNow } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.tsx';
import { usePortal } from '../common/context.tsx';
import { ListProblem, More } from '../common/ledger.tsx';
import { usePages } from '../common/use-pages.ts';
import { type PortalTill, useCatalogue, useKept, useMoney } from './catalogue-context.tsx';
import { differenceText } from './difference-text.ts';

const MINUTE = 60_000;

/** The versions of the catalogue, newest first, with who made each and what it changed. */
export function Versions() {
  const { portal, words } = usePortal();
  const { version } = useKept();
  const list = usePages(`catalogue versions ${version}`, (before) =>
    portal.api.catalogueVersions(before),
  );
  return (
    <>
      <ListProblem problem={list.problem} />
      {list.items?.length === 0 && <p className="ledger-empty">{words.catalogue.noHistory}</p>}
      <ol className="catalogue-versions">
        {(list.items ?? []).map((one) => (
          <Version key={one.version} of={one} />
        ))}
      </ol>
      <More more={list.more} />
    </>
  );
}

function Version({ of }: { readonly of: PortalCatalogueVersion }) {
  const { words } = usePortal();
  const format = useFormat();
  const { currency } = useMoney();
  const now = useNow(MINUTE);
  const price = (minor: number) => format.amount(money(minor), currency);
  const more = of.differences_in_all - of.differences.length;
  return (
    <li>
      <h2>
        {words.catalogue.version(of.version)}
        <small>
          <time>{format.recent(of.changed, now)}</time>{' '}
          <bdi>{words.catalogue.changedBy(of.changed_by)}</bdi>
        </small>
      </h2>
      <ul className="catalogue-differences">
        {of.differences.map((one) => (
          <li key={JSON.stringify(one)}>
            {typeof one === 'string' ? (
              <bdi lang="en">{one}</bdi>
            ) : (
              differenceText(one, words, price)
            )}
          </li>
        ))}
        {more > 0 && <li>{words.catalogue.andMore(more)}</li>}
      </ul>
    </li>
  );
}

/** Which version each till sells by. */
export function TillVersions() {
  const { words } = usePortal();
  const { tills } = useCatalogue();
  return (
    <section className="catalogue-tills">
      <h2>{words.catalogue.tillsHead}</h2>
      <dl className="slip-facts portal-facts">
        {tills.map((till) => (
          <TillVersion key={till.pos_id} till={till} />
        ))}
      </dl>
    </section>
  );
}

function TillVersion({ till }: { readonly till: PortalTill }) {
  const { words } = usePortal();
  const format = useFormat();
  const now = useNow(MINUTE);
  const text = words.catalogue;
  const { name, version, problem, reported } = till;
  return (
    <>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>
        {version === null
          ? text.tillSilent
          : version === 0
            ? text.tillOwn
            : text.tillVersion(version)}
        {reported !== null && <small> {format.recent(reported, now)}</small>}
        {problem !== null && (
          <span className="portal-detail">
            {text.tillRefused}{' '}
            <span lang="en" dir="ltr">
              {problem}
            </span>
          </span>
        )}
      </dd>
    </>
  );
}
