import {
  PORTAL_HEADER,
  PORTAL_PATH,
  SESSION_LEFT_HEADER,
  WATCHING,
} from '../../shared/portal/contract.ts';
import { PORTAL_WORDS } from '../i18n/portal.ts';
import { createHttp, watchUse } from '../state/adapters/http.ts';
import { chosenLanguage, createPreferences, webStorage } from '../state/preferences.ts';
import { instantNow } from '../ui/countdown.tsx';
import { drawScreen } from '../ui/draw-screen.tsx';
import { addressOf } from '../ui/page-address.ts';
import { PortalApp } from './app.tsx';
import { createPortalApi } from './common/api.ts';
import { createPortal } from './common/portal-store.ts';
import '../ui/base.css';
import '../ui/paper.css';
import '../ui/keys.css';
import '../ui/state.css';
import './portal.css';
import '../ui/document.css';
import './common/slip.css';
import './common/form.css';
import './sign-in.css';
import './common/ledger.css';
import './common/day-tools.css';
import './common/rows.css';
import './callbacks/callbacks.css';
import './codes/codes.css';
import './payments/payments.css';
import './settlements/chart.css';
import './tills/tills.css';
import './users/users.css';

const isUsed = watchUse(window);
const onRead = () => (isUsed() ? null : WATCHING);
const http = createHttp(addressOf(PORTAL_PATH), PORTAL_HEADER, onRead, (headers) =>
  portal.noteSession(headers.get(SESSION_LEFT_HEADER), instantNow()),
);
const portal = createPortal(createPortalApi(http));
const preferences = createPreferences(webStorage());
const language = chosenLanguage(preferences.getState(), null, navigator.languages);
void PORTAL_WORDS.load(language).then(() =>
  drawScreen(<PortalApp portal={portal} preferences={preferences} />),
);
