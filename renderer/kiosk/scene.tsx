import { isEnd } from '../../shared/kiosk/phase.ts';
import { AttractScreen } from './attract-screen.tsx';
import { ChooseScreen } from './choose-screen.tsx';
import { ClosedScreen } from './closed-screen.tsx';
import { useKiosk } from './context.tsx';
import { DeliveringScreen } from './delivering-screen.tsx';
import { EndedScreen } from './ended-screen.tsx';
import { PayingScreen } from './paying-screen.tsx';
import { PinScreen } from './pin-screen.tsx';
import { ServiceScreen } from './service-screen.tsx';

/** The one picture of a view. */
export function Scene() {
  const { scene } = useKiosk().view;
  switch (scene.kind) {
    case 'attract':
      return <AttractScreen />;
    case 'choose':
      return <ChooseScreen good={scene.good} problem={scene.problem} />;
    case 'closed':
      return <ClosedScreen because={scene.because} />;
    case 'pin':
      return <PinScreen pad={scene.pad} />;
    case 'service':
      return <ServiceScreen service={scene.service} />;
    case 'sale': {
      const { sale } = scene;
      const { phase } = sale;
      if (isEnd(phase) || phase.kind === 'unclear')
        return <EndedScreen sale={sale} phase={phase} />;
      if (phase.kind === 'delivering' || phase.kind === 'giving_back') {
        return <DeliveringScreen sale={sale} phase={phase} />;
      }
      return <PayingScreen sale={sale} phase={phase} />;
    }
  }
}
