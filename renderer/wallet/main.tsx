import { WALLET_HEADER, WALLET_PATH } from '../../shared/wallet/contract.ts';
import { WALLET_WORDS } from '../i18n/wallet.ts';
import { createHttp } from '../state/adapters/http.ts';
import { chosenLanguage, createPreferences, webStorage } from '../state/preferences.ts';
import { drawScreen } from '../ui/draw-screen.tsx';
import { addressOf } from '../ui/page-address.ts';
import { deviceNow, listenForChanges } from './adapters/changes.ts';
import { prepareInstall } from './adapters/install.ts';
import { createWalletApi } from './api.ts';
import { WalletApp } from './app.tsx';
import { createWallet } from './wallet-store.ts';
import '../ui/base.css';
import '../ui/paper.css';
import '../ui/keys.css';
import '../ui/state.css';
import './wallet.css';
import './notice.css';
import './form.css';
import './list.css';
import './request.css';
import './slide.css';
import './attachments.css';
import './links.css';
import './consent.css';
import './profile.css';
import './scanner.css';
import './receipt.css';

const wallet = createWallet({
  api: createWalletApi(createHttp(addressOf(WALLET_PATH), WALLET_HEADER)),
  listen: listenForChanges,
  now: deviceNow,
});
prepareInstall();
const preferences = createPreferences(webStorage());
const language = chosenLanguage(preferences.getState(), null, navigator.languages);
void WALLET_WORDS.load(language).then(() =>
  drawScreen(<WalletApp wallet={wallet} preferences={preferences} />),
);
