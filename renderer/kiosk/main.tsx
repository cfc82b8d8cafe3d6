import type { KioskBridge, KioskView } from '../../shared/kiosk/contract.ts';
import { whenTold } from '../state/adapters/when-told.ts';
import { remember } from '../state/remember.ts';
import { drawScreen } from '../ui/draw-screen.tsx';
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

const bridge = remember<KioskView, KioskBridge>(findKiosk());
whenTold(bridge.subscribe, () => drawScreen(<Kiosk bridge={bridge} />));
