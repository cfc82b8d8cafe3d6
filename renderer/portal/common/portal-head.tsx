import { PORTAL_PAGES } from '../../../shared/portal/contract.ts';
import { nextLanguage, ownName } from '../../i18n/language.ts';
import { addressOf } from '../../ui/page-address.ts';
import { BrandGlyph } from '../../ui/seal-glyph.tsx';
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
      href={addressOf(pathOf(route))}
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
      <BrandGlyph />
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
