import {
  type ComponentType,
  lazy,
  type PropsWithChildren,
  Suspense,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { formatFor } from '../../shared/format/format.ts';
import { PORTAL_PAGES } from '../../shared/portal/contract.ts';
import type { PortalRight } from '../../shared/portal/sign-in.ts';
import { setLanguage } from '../i18n/language.ts';
import { PORTAL_WORDS } from '../i18n/portal.ts';
import { chosenLanguage, type PreferenceStore } from '../state/preferences.ts';
import { FormatProvider } from '../ui/format.tsx';
import { useWords } from '../ui/use-words.ts';
import { CallbacksPage } from './callbacks/callbacks-page.tsx';
import { CodesPage } from './codes/codes-page.tsx';
import { PortalProvider, usePortal, usePortalState } from './common/context.tsx';
import { PortalHead, SignOutProblem } from './common/portal-head.tsx';
import type { Portal } from './common/portal-store.ts';
import { type Invitation, type PageName, readInvitation } from './common/route.ts';
import { useRoute } from './common/use-route.ts';
import { PaymentsPage } from './payments/payments-page.tsx';
import { SettlementsPage } from './settlements/settlements-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { TillsPage } from './tills/tills-page.tsx';
import { UsersPage } from './users/users-page.tsx';

const HOME_ZONE = 'Europe/Oslo';
const NO_RIGHTS: readonly PortalRight[] = [];

// Loaded when it is shown: a merchant opens it one time.
const FirstUserPage = lazy(async () => ({
  default: (await import('./first-user-page.tsx')).FirstUserPage,
}));

// Loaded when it is shown: most people of the portal read payments.
const CataloguePage = lazy(async () => ({
  default: (await import('./catalogue/catalogue-page.tsx')).CataloguePage,
}));
const DaysPage = lazy(async () => ({ default: (await import('./days/days-page.tsx')).DaysPage }));
const ActsPage = lazy(async () => ({ default: (await import('./acts/acts-page.tsx')).ActsPage }));

type PortalAppProps = { readonly portal: Portal; readonly preferences: PreferenceStore };

/** The merchant portal. */
export function PortalApp({ portal, preferences }: PortalAppProps) {
  const chosen = useStore(preferences);
  const wanted = chosenLanguage(chosen, null, navigator.languages);
  const { words, language } = useWords(PORTAL_WORDS, wanted);
  const zone = useStore(portal.store, (state) => state.me?.user?.time_zone ?? HOME_ZONE);
  useEffect(() => {
    setLanguage(language);
    document.title = words.title;
  }, [language, words]);
  useRoute(portal);
  const context = useMemo(
    () => ({ portal, preferences, words, language }),
    [portal, preferences, words, language],
  );
  return (
    <PortalProvider value={context}>
      <FormatProvider value={formatFor({ language, timeZone: zone })}>
        <Session />
      </FormatProvider>
    </PortalProvider>
  );
}

function Session() {
  const { words } = usePortal();
  const session = usePortalState((state) => state.session);
  const page = usePortalState((state) => state.route.page);
  const rights = usePortalState((state) => state.me?.user?.rights ?? NO_RIGHTS);
  const [invitation, setInvitation] = useState<Invitation | null>(() =>
    readInvitation(location.hash),
  );
  // The invitation leaves the address with its use, so that the history does not keep it.
  const leave = () => {
    history.replaceState(null, '', location.pathname);
    setInvitation(null);
  };
  if (invitation !== null && session !== 'starting' && session !== 'unreachable') {
    return (
      <Suspense>
        <FirstUserPage invitation={invitation} onDone={leave} />
      </Suspense>
    );
  }
  switch (session) {
    case 'starting':
      return <Notice head={words.starting} text="" />;
    case 'unreachable':
      return <Notice head={words.unreachable} text={words.unreachableText} />;
    case 'out':
      return <SignInPage />;
    case 'in':
      return (
        <div className="portal">
          <PortalHead />
          <Suspense>{pageOf(shownPage(page, rights))}</Suspense>
          <LoadedWarning />
        </div>
      );
  }
}

/** Loaded after the page, because it is shown half an hour later. Without it the page works as well. */
function LoadedWarning() {
  const [Warning, setWarning] = useState<ComponentType<PropsWithChildren> | null>(null);
  useEffect(() => {
    import('./session-warning.tsx').then(
      ({ SessionWarning }) => setWarning(() => SessionWarning),
      () => {},
    );
  }, []);
  return (
    Warning && (
      <Warning>
        <SignOutProblem />
      </Warning>
    )
  );
}

/** The page of the address, or the first page that the user may see. */
function shownPage(page: PageName, rights: readonly PortalRight[]): PageName {
  if (rights.includes(page)) return page;
  return PORTAL_PAGES.find((one) => rights.includes(one)) ?? 'payments';
}

function pageOf(page: PageName) {
  switch (page) {
    case 'payments':
      return <PaymentsPage />;
    case 'settlements':
      return <SettlementsPage />;
    case 'days':
      return <DaysPage />;
    case 'tills':
      return <TillsPage />;
    case 'users':
      return <UsersPage />;
    case 'codes':
      return <CodesPage />;
    case 'callbacks':
      return <CallbacksPage />;
    case 'catalogue':
      return <CataloguePage />;
    case 'acts':
      return <ActsPage />;
  }
}

function Notice({ head, text }: { readonly head: string; readonly text: string }) {
  return (
    <main className="portal-notice" role="status">
      <h1>{head}</h1>
      {text !== '' && <p>{text}</p>}
    </main>
  );
}
