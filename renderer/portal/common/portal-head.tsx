import type { ReactNode } from 'react';
import { PORTAL_PAGE, PORTAL_PAGES } from '../../../shared/portal/contract.ts';
import { nextLanguage, ownName } from '../../i18n/language.ts';
import { addressOf } from '../../ui/page-address.ts';
import { BrandGlyph } from '../../ui/seal-glyph.tsx';
import { Slip } from '../../ui/slip.tsx';
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
        {PORTAL_PAGES.filter((page) => user?.rights.includes(page)).map((page) => (
          <MenuLink key={page} page={page} />
        ))}
      </nav>
      <p className="portal-who">
        <ShopName /> <strong title={user?.user_id}>{user?.user_id}</strong>
      </p>
      <LanguageSwitch />
      <button type="button" className="link" onClick={() => void portal.signOut()}>
        {words.signOut}
      </button>
      <SignOutProblem />
    </header>
  );
}

/** Says that the sign-out failed. The page does not repeat it; the user can. */
export function SignOutProblem() {
  const { words } = usePortal();
  const stillSignedIn = usePortalState((state) => state.stillSignedIn);
  if (!stillSignedIn) return null;
  return (
    <p className="portal-problem" role="alert">
      <strong>{words.stillSignedIn}</strong> {words.stillSignedInText}
    </p>
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

type SignInFrameProps = {
  readonly head: string;
  readonly text: string;
  /** What stands on the slip. */
  readonly children: ReactNode;
  /** The key below the slip, if there is one. */
  readonly below: ReactNode;
};

/** The page of a visitor who is not signed in. */
export function SignInFrame({ head, text, children, below }: SignInFrameProps) {
  return (
    <main className="sign-in">
      <header className="portal-head">
        <Mark />
        <LanguageSwitch />
      </header>
      <h1>{head}</h1>
      <p className="ledger-text">{text}</p>
      <Slip className="sign-in-slip" label={head}>
        {children}
      </Slip>
      {below}
    </main>
  );
}

/** The shop in the head of each page: a choice when the person has several. */
function ShopName() {
  const { portal, words } = usePortal();
  const user = usePortalState((state) => state.me?.user ?? null);
  if (user === null || user.merchants.length < 2)
    return (
      <bdi className="portal-shop" title={user?.merchant}>
        {user?.merchant}
      </bdi>
    );
  const change = async (id: string) => {
    // Every page loads again, because nothing on it belongs to the other shop.
    if ((await portal.act(() => portal.api.openMerchant(id))) !== null)
      location.assign(addressOf(PORTAL_PAGE));
  };
  return (
    <select
      className="shop-choice"
      dir="auto"
      title={user.merchant}
      aria-label={words.shop}
      value={user.merchant_id}
      onChange={(event) => void change(event.target.value)}
    >
      {user.merchants.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
