import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PORTAL_HEADER, PORTAL_PATH } from '../../shared/portal/contract.ts';
import { createHttp } from '../state/adapters/http.ts';
import { webStorage } from '../state/adapters/web-storage.ts';
import { createPreferences } from '../state/preferences.ts';
import { createPortalApi } from './api.ts';
import { PortalApp } from './app.tsx';
import { createPortal } from './portal-store.ts';
import '../ui/base.css';
import '../ui/paper.css';
import '../ui/keys.css';
import '../ui/state.css';
import './portal.css';
import './ledger.css';
import './chart.css';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element with id "root"');

const portal = createPortal(createPortalApi(createHttp(PORTAL_PATH, PORTAL_HEADER)));
createRoot(root).render(
  <StrictMode>
    <PortalApp portal={portal} preferences={createPreferences(webStorage())} />
  </StrictMode>,
);
