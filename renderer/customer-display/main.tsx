import type { CustomerBridge, CustomerView } from '../../shared/bridge/customer-view.ts';
import { whenTold } from '../state/adapters/when-told.ts';
import { remember } from '../state/remember.ts';
import { drawScreen } from '../ui/draw-screen.tsx';
import { CustomerDisplay } from './app.tsx';
import { findDisplay } from './find-display.ts';
import '../ui/base.css';
import '../ui/paper.css';
import '../ui/state.css';
import './display.css';

const bridge = remember<CustomerView, CustomerBridge>(findDisplay());
whenTold(bridge.subscribe, () => drawScreen(<CustomerDisplay bridge={bridge} />));
