import { CASHIER_WORDS } from '../i18n/cashier.ts';
import { drawAfterFirstView } from '../state/adapters/first-view.ts';
import { findBridge } from '../state/adapters/host-bridge.ts';
import { listenToScanner } from '../state/adapters/scanner.ts';
import { createScreenDevice } from '../state/adapters/screen-device.ts';
import { chosenLanguage, createPreferences, webStorage } from '../state/preferences.ts';
import { createTill } from '../state/till-store.ts';
import { drawScreen } from '../ui/draw-screen.tsx';
import { Cashier } from './app.tsx';
import '../ui/base.css';
import '../ui/paper.css';
import '../ui/keys.css';
import '../ui/state.css';
import './cashier.css';
import './common/deck.css';
import './goods/goods.css';
import './goods/items.css';
import './entry/entry.css';
import './staff/lock.css';

const till = createTill(findBridge(), createScreenDevice());
// The scanner is active for the life of the page, on every screen.
listenToScanner({
  onScan: till.scanned,
  rules: till.scannerRules,
  learns: till.learns,
  onLearned: till.learned,
});

const preferences = createPreferences(webStorage());
drawAfterFirstView(
  (ready) => {
    const check = () => {
      const { snapshot } = till.store.getState();
      if (snapshot === null) return;
      const { language } = snapshot.settings;
      const wanted = chosenLanguage(preferences.getState(), language, navigator.languages);
      void CASHIER_WORDS.load(wanted).then(ready);
    };
    check();
    return till.store.subscribe(check);
  },
  () => drawScreen(<Cashier till={till} preferences={preferences} />),
);
