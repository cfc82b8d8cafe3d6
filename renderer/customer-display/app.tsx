import { useEffect, useState } from 'react';
import type {
  CustomerBridge,
  CustomerSale,
  CustomerTender,
  CustomerView,
} from '../../shared/device/bridge/customer-view.ts';
import { formatFor } from '../../shared/format/format.ts';
import { displayWords } from '../i18n/customer.ts';
import { setLanguage } from '../i18n/language.ts';
import type { KeepsLastView } from '../state/adapters/first-view.ts';
import { useElapsed, useNow } from '../ui/countdown.tsx';
import { FormatProvider } from '../ui/format.tsx';
import { CodeScreen } from './code-screen.tsx';
import { EndedScreen, PaidScreen } from './ended-screens.tsx';
import { BillScreen, IdleScreen } from './idle-screens.tsx';
import { PayingScreen } from './paying-screen.tsx';
import { QuestionScreen } from './question-screen.tsx';
import { TenderScreen } from './tender-screen.tsx';

/** The whole customer display: a function of the till's view and of the time. */
export function CustomerDisplay({
  bridge,
}: {
  readonly bridge: KeepsLastView<CustomerBridge, CustomerView>;
}) {
  const [view, setView] = useState(bridge.last);
  useEffect(() => bridge.subscribe(setView), [bridge]);
  useEffect(() => {
    if (view !== null) setLanguage(view.language);
  }, [view]);
  // The display is always light; the cashier's theme does not apply to it.
  useEffect(() => {
    document.documentElement.dataset.theme = 'light';
  }, []);
  if (view === null) return <main className="display" />;
  const { language, locale, timeZone } = view;
  return (
    <FormatProvider value={formatFor({ language, shopLocale: locale, timeZone })}>
      {view.question === undefined ? (
        <CurrentScreen view={view} />
      ) : (
        <QuestionScreen view={view} asked={view.question} bridge={bridge} />
      )}
    </FormatProvider>
  );
}

/** The sale of the view, until its end has been shown for long enough. */
function useShownSale({ sale }: CustomerView): CustomerSale | null {
  const ended = sale?.ended ?? null;
  const passed = useElapsed(ended?.at ?? null, 500);
  return ended === null || passed < ended.dwell ? sale : null;
}

/** The payment at the till, until its end has been shown for long enough. */
function useShownTender({ tender }: CustomerView): CustomerTender | null {
  const end = tender?.paid?.end ?? null;
  const passed = useElapsed(end?.at ?? null, 500);
  if (tender === undefined) return null;
  return end === null || passed < end.dwell ? tender : null;
}

function CurrentScreen({ view }: { readonly view: CustomerView }) {
  const now = useNow(500);
  const words = displayWords(view.language, view.additional ?? 'any');
  const sale = useShownSale(view);
  const tender = useShownTender(view);
  if (sale === null && view.bill !== undefined && tender !== null) {
    return <TenderScreen view={view} bill={view.bill} tender={tender} words={words} />;
  }
  if (sale === null && view.code !== undefined) {
    return <CodeScreen view={view} code={view.code} words={words} />;
  }
  if (sale === null && view.bill !== undefined && view.tender?.paid?.left !== 0) {
    return <BillScreen view={view} bill={view.bill} words={words} />;
  }
  if (sale === null) return <IdleScreen view={view} words={words} now={now} />;
  const parts = { shop: view.shop, words, sale };
  switch (sale.phase.kind) {
    case 'preparing':
    case 'scan':
    case 'sticker':
    case 'approve':
    case 'taking':
      return <PayingScreen {...parts} phase={sale.phase} now={now} />;
    case 'paid':
      return <PaidScreen {...parts} />;
    case 'reserved':
    case 'ended':
    case 'ask_cashier':
      return <EndedScreen {...parts} phase={sale.phase} />;
  }
}
