import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Kiosk } from './app.tsx';
import { findKiosk } from './find-kiosk.ts';
import '../ui/base.css';
import '../ui/paper.css';
import '../ui/keys.css';
import '../ui/state.css';
import './kiosk.css';
import './choose.css';
import './sale.css';
import './service.css';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element with id "root"');

createRoot(root).render(
  <StrictMode>
    <Kiosk bridge={findKiosk()} />
  </StrictMode>,
);
