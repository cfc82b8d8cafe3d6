import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CustomerDisplay } from './app.tsx';
import { findDisplay } from './find-display.ts';
import '../ui/base.css';
import '../ui/paper.css';
import '../ui/state.css';
import './display.css';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element with id "root"');

createRoot(root).render(
  <StrictMode>
    <CustomerDisplay bridge={findDisplay()} />
  </StrictMode>,
);
