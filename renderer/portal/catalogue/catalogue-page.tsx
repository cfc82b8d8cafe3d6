import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { ring } from '../../ui/countdown.tsx';
import { Search } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { usePortal, usePortalState, useRight } from '../common/context.tsx';
import { Chips, Ledger, ListProblem } from '../common/ledger.tsx';
import { useLoaded } from '../common/use-loaded.ts';
import { goTo } from '../common/use-route.ts';
import { CatalogueProvider, useCatalogue, useKept, useNameOf } from './catalogue-context.tsx';
import { createCatalogueKeeper } from './catalogue-keeper.ts';
import { CategoryForm } from './category-form.tsx';
import { Files } from './files.tsx';
import { GroupForm } from './group-form.tsx';
import { TillVersions, Versions } from './history.tsx';
import { HoursForm } from './hours-form.tsx';
import { ItemForm } from './item-form.tsx';
import { foundItems, ItemRows } from './items-list.tsx';
import { OrderList } from './order-list.tsx';
import { type Place, placeOf, routeTo, SECTIONS, type Section } from './place.ts';
import { RulesForm } from './rules-form.tsx';
import { SettingsForm } from './settings-form.tsx';
import './catalogue.css';

/** How often the page asks whether somebody else has changed the catalogue. */
const EVERY = 10_000;

/** What the shop sells, and the slip on which a part of it is changed. */
export function CataloguePage() {
  const { portal } = usePortal();
  const mayChange = useRight('catalogue_change');
  const mayRule = useRight('catalogue_rules');
  const [keeper] = useState(() =>
    createCatalogueKeeper(portal.api, (problem) => {
      if (problem.kind === 'signed_out') portal.ended(problem);
    }),
  );
  useEffect(() => {
    void keeper.read();
    return ring(EVERY, true, () => {
      if (document.visibilityState === 'visible') void keeper.read();
    });
  }, [keeper]);
  const { value: told } = useLoaded('catalogue tills', () => portal.api.catalogueTills(), EVERY);
  const shared = useMemo(
    () => ({ keeper, mayChange, mayRule, tills: told?.items ?? [] }),
    [keeper, mayChange, mayRule, told],
  );
  return (
    <CatalogueProvider value={shared}>
      <Sections />
    </CatalogueProvider>
  );
}

function Sections() {
  const { portal, words } = usePortal();
  const { mayChange } = useCatalogue();
  const { version, problem, conflict } = useKept();
  const place = placeOf(usePortalState((state) => state.route.id));
  const { section, entry } = place;
  const text = words.catalogue;
  const [category, setCategory] = useState<string | null>(null);
  const aside = useAside(place, category);
  const go = (to: Place) => goTo(portal, routeTo(to));
  return (
    <Ledger
      page="catalogue"
      back={routeTo({ section, entry: null })}
      head={useHead(section)}
      text={mayChange ? text.text : text.onlyRead}
      open={entry !== null}
      {...(OWN[section] === null ? {} : { own: OWN[section] })}
      aside={aside}
      {...(mayChange && NEW[section] !== null
        ? {
            actions: (
              <Ghost disabled={entry === ''} onPress={() => go({ section, entry: '' })}>
                {newWord(section)}
              </Ghost>
            ),
          }
        : {})}
    >
      <Chips
        label={text.section}
        value={section}
        onChange={(to: Section) => go({ section: to, entry: null })}
        options={SECTIONS.map((value) => ({ value, label: text.sections[value] }))}
      />
      {version === null && <ListProblem problem={problem} />}
      {conflict && entry === null && (
        <p className="portal-problem" role="alert">
          {text.conflictHere}
        </p>
      )}
      {version !== null && (
        <SectionList place={place} category={category} onCategory={setCategory} />
      )}
    </Ledger>
  );

  function newWord(of: Section): string {
    if (of === 'items') return text.newItem;
    return of === 'categories' ? text.newCategory : text.newGroup;
  }
}

/** The sections whose entries a person can make. */
const NEW: Readonly<Record<Section, true | null>> = {
  items: true,
  categories: true,
  groups: true,
  settings: null,
  files: null,
  history: null,
};

/** The sections whose slip belongs to the page. */
const OWN: Readonly<Record<Section, 'beside' | 'forms' | null>> = {
  items: null,
  categories: null,
  groups: null,
  settings: 'forms',
  files: 'forms',
  history: 'beside',
};

function useHead(section: Section): string {
  const { words } = usePortal();
  const { document } = useKept();
  const text = words.catalogue;
  switch (section) {
    case 'items':
      return text.head(document.products.length);
    case 'categories':
      return text.categoriesHead(document.categories.length);
    case 'groups':
      return text.groupsHead(document.option_groups?.length ?? 0);
    case 'settings':
      return text.settingsHead;
    case 'files':
      return text.filesHead;
    case 'history':
      return text.historyHead;
  }
}

/** The slip of a place. An entry that somebody else removes stays on it. */
function useAside({ section, entry }: Place, category: string | null): ReactNode {
  const { words } = usePortal();
  const { mayChange } = useCatalogue();
  const { document, version } = useKept();
  const shown = useRef('');
  const text = words.catalogue;
  if (version === null) return <EmptySlot>{words.loading}</EmptySlot>;
  if (section === 'settings') {
    return (
      <>
        <RulesForm />
        <HoursForm />
        <SettingsForm />
      </>
    );
  }
  if (section === 'files') return <Files />;
  if (section === 'history') return <TillVersions />;
  const list = {
    items: document.products,
    categories: document.categories,
    groups: document.option_groups ?? [],
  }[section];
  const key = `${section}.${entry}`;
  const known = entry === '' ? mayChange : list.some(({ id }) => id === entry);
  if (entry === null || (!known && shown.current !== key)) {
    return <EmptySlot>{section === 'items' ? text.choose : text.chooseHere}</EmptySlot>;
  }
  shown.current = key;
  const id = entry === '' ? null : entry;
  const find = <T extends { readonly id: string }>(of: readonly T[]) =>
    of.find((one) => one.id === id) ?? null;
  switch (section) {
    case 'items':
      return <ItemForm key={key} id={id} before={find(document.products)} category={category} />;
    case 'categories':
      return <CategoryForm key={key} id={id} before={find(document.categories)} />;
    case 'groups':
      return <GroupForm key={key} id={id} before={find(document.option_groups ?? [])} />;
  }
}

type SectionListProps = {
  readonly place: Place;
  readonly category: string | null;
  readonly onCategory: (category: string | null) => void;
};

function SectionList({ place: { section, entry }, category, onCategory }: SectionListProps) {
  switch (section) {
    case 'items':
      return <Items chosen={entry} category={category} onCategory={onCategory} />;
    case 'categories':
      return <Categories chosen={entry} />;
    case 'groups':
      return <Groups chosen={entry} />;
    case 'history':
      return <Versions />;
    case 'settings':
    case 'files':
      return null;
  }
}

type ItemsProps = {
  readonly chosen: string | null;
  readonly category: string | null;
  readonly onCategory: (category: string | null) => void;
};

function Items({ chosen, category, onCategory }: ItemsProps) {
  const { words } = usePortal();
  const { document } = useKept();
  const nameOf = useNameOf();
  const [typed, setTyped] = useState('');
  const text = words.catalogue;
  const items = foundItems(document, typed, category);
  return (
    <>
      <div className="catalogue-find">
        <label className="portal-search">
          <Search size={20} aria-hidden="true" />
          <span className="sr-only">{text.search}</span>
          <input
            type="search"
            value={typed}
            placeholder={text.search}
            maxLength={100}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        {document.categories.length > 0 && (
          <select
            className="shop-choice"
            aria-label={text.category}
            value={category ?? ''}
            onChange={(event) => onCategory(event.target.value || null)}
          >
            <option value="">{text.all}</option>
            {document.categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {nameOf(name)}
              </option>
            ))}
          </select>
        )}
      </div>
      {items.length > 0 && <ItemRows items={items} chosen={chosen} />}
      {items.length === 0 && (
        <p className="ledger-empty">
          {document.products.length === 0 ? text.none : text.noneFound}
        </p>
      )}
    </>
  );
}

function Categories({ chosen }: { readonly chosen: string | null }) {
  const { words } = usePortal();
  const { document } = useKept();
  const nameOf = useNameOf();
  const text = words.catalogue;
  if (document.categories.length === 0) return <p className="ledger-empty">{text.noCategories}</p>;
  return (
    <OrderList
      list="categories"
      section="categories"
      chosen={chosen}
      rows={document.categories}
      nameOf={({ name }) => nameOf(name)}
      columns={[
        { head: text.category },
        {
          head: text.sections.items,
          look: 'quiet',
          cell: ({ id }) => document.products.filter((one) => one.category === id).length,
        },
      ]}
    />
  );
}

function Groups({ chosen }: { readonly chosen: string | null }) {
  const { words } = usePortal();
  const { document } = useKept();
  const nameOf = useNameOf();
  const text = words.catalogue;
  const groups = document.option_groups ?? [];
  if (groups.length === 0) return <p className="ledger-empty">{text.noGroupsYet}</p>;
  return (
    <OrderList
      list="option_groups"
      section="groups"
      chosen={chosen}
      rows={groups}
      nameOf={({ name }) => nameOf(name)}
      columns={[
        { head: text.name },
        {
          head: text.sections.groups,
          look: 'quiet',
          wide: true,
          className: 'catalogue-names',
          cell: ({ options }) => <bdi>{options.map((one) => nameOf(one.name)).join(', ')}</bdi>,
        },
        {
          head: text.most,
          silent: true,
          look: 'quiet',
          cell: ({ min, max }) => text.range(min, max),
        },
      ]}
    />
  );
}
