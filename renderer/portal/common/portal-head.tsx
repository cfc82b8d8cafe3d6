import { PORTAL_PAGES } from '../../../shared/portal/contract.ts';
import { nextLanguage, ownName } from '../../i18n/language.ts';
import { usePortal, usePortalState } from './context.tsx';
import { type PageName, pathOf } from './route.ts';
import { goTo } from './use-route.ts';

/** The mark, the menu, the merchant's name, and the sign-out key. */
export function PortalHead() {
  const { portal, words } = usePortal();
  const user = usePortalState((state) => state.me?.user ?? null);
  return (
    <header className="portal-head">
      <Mark />
      <nav className="portal-menu" aria-label={words.menu}>
        {PORTAL_PAGES.map((page) => (
          <MenuLink key={page} page={page} />
        ))}
      </nav>
      <p className="portal-who">
        <span>{user?.merchant}</span> <strong>{user?.user_id}</strong>
      </p>
      <LanguageSwitch />
      <button type="button" className="link" onClick={() => void portal.signOut()}>
        {words.signOut}
      </button>
    </header>
  );
}

function MenuLink({ page }: { readonly page: PageName }) {
  const { portal, words } = usePortal();
  const here = usePortalState((state) => state.route.page === page);
  const route = { page, id: null };
  return (
    <a
      href={pathOf(route)}
      className="portal-menu-link"
      aria-current={here ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        goTo(portal, route);
      }}
    >
      {words.pages[page]}
    </a>
  );
}

/** The product's mark. */
export function Mark() {
  const { words } = usePortal();
  return (
    <p className="portal-mark">
      <svg viewBox="0 0 22 26" width="22" height="26" aria-hidden="true">
        <title>{words.brand}</title>
        <path
          d="M1 0h20v22l-2.5 3.4L16 22l-2.5 3.4L11 22l-2.5 3.4L6 22l-2.5 3.4L1 22z"
          fill="currentColor"
        />
        <rect x="11" y="11" width="6" height="6" rx="1.6" fill="var(--signal)" />
      </svg>
      {words.brand}
    </p>
  );
}

export function LanguageSwitch() {
  const { language, preferences } = usePortal();
  const other = nextLanguage(language);
  return (
    <button
      type="button"
      className="link"
      lang={other}
      onClick={() => preferences.setState({ language: other })}
    >
      {ownName(other)}
    </button>
  );
}
