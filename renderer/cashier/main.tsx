import { listenToScanner } from '../state/adapters/scanner.ts';
import { whenTold } from '../state/adapters/when-told.ts';
import { findBridge } from '../state/adapters/ws-bridge.ts';
import { createPreferences, webStorage } from '../state/preferences.ts';
import { createTill } from '../state/till-store.ts';
import { drawScreen } from '../ui/draw-screen.tsx';
import { Cashier } from './app.tsx';
import '../ui/base.css';
import '../ui/paper.css';
import '../ui/keys.css';
import '../ui/state.css';
import './cashier.css';
import './deck.css';
import './goods/goods.css';
import './goods/tables.css';
import './fields.css';
import './sales.css';
import './desk.css';
import './setup.css';
import './diagnosis.css';
import './compact.css';
import './print.css';

const till = createTill(findBridge());
// For as long as the page lives: a scan must not depend on what is on the screen.
listenToScanner(till.scanned, till.goods.shortestCode);

const preferences = createPreferences(webStorage());
whenTold(
  (told) => {
    const look = () => till.store.getState().snapshot !== null && told();
    look();
    return till.store.subscribe(look);
  },
  () => drawScreen(<Cashier till={till} preferences={preferences} />),
);
