import { Ghost } from '../../ui/key.tsx';
import { useCashier, useTillState } from './context.tsx';
import { useMissingScreens } from './lazy-screens.tsx';

/** Says above the slip that parts of the screen could not be loaded. Its key loads the page anew, if there is a host to ask. */
export function MissingScreens() {
  const { words } = useCashier();
  const isMissing = useMissingScreens();
  const hasHost = useTillState((state) => state.link);
  if (!isMissing) return null;
  return (
    <div className="missing-screens" role="alert">
      <p>{words.screensMissing}</p>
      {hasHost && <Ghost onPress={() => window.location.reload()}>{words.screensReload}</Ghost>}
    </div>
  );
}
