import { StrictMode } from 'react';
import type { CustomerBridge, CustomerView } from '../../shared/bridge/customer-view.ts';
import { whenTold } from '../state/adapters/when-told.ts';
import { remember } from '../state/remember.ts';
import { drawFirst } from '../ui/draw-first.ts';
import { CustomerDisplay } from './app.tsx';
import { findDisplay } from './find-display.ts';
import '../ui/base.css';
import '../ui/paper.css';
import '../ui/state.css';
import './display.css';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element with id "root"');

const bridge = remember<CustomerView, CustomerBridge>(findDisplay());
whenTold(bridge.subscribe, () =>
  drawFirst(
    root,
    <StrictMode>
      <CustomerDisplay bridge={bridge} />
    </StrictMode>,
  ),
);
