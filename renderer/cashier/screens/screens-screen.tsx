import { useState } from 'react';
import type { ScreenView } from '../../../shared/device/bridge/screens.ts';
import { maySupervise } from '../../state/staff.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Trash2 } from '../../ui/icons.ts';
import { Ghost, keepFocus } from '../../ui/key.tsx';
import { useCashier, useTillState } from '../common/context.tsx';
import { ToolScreen } from '../common/tool-screen.tsx';

const NONE: readonly ScreenView[] = [];

/** The browsers that may open this till. A supervisor removes them. */
export function ScreensScreen() {
  const { till, words } = useCashier();
  const format = useFormat();
  const own = useTillState(({ snapshot }) => snapshot?.screens?.own ?? '');
  const list = useTillState(({ snapshot }) => snapshot?.screens?.list ?? NONE);
  const busy = useTillState((state) => state.running);
  const may = useTillState(({ snapshot }) => maySupervise(snapshot?.backOffice));
  const [picked, setPicked] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const screen = list.find(({ id }) => id === picked) ?? null;
  const stateOf = ({ id, isOpen, lastSeen }: ScreenView) => {
    if (id === own) return words.screenThis;
    return isOpen ? words.screenOpen : words.screenSeen(format.dateTime(lastSeen));
  };
  const head = screen?.name ?? words.screensHead;
  return (
    <ToolScreen
      slip={
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
        <div className="people" role="group" aria-label={words.screensHead}>
          {[...list].reverse().map((one) => (
            <button
              key={one.id}
              type="button"
              className="person"
              aria-pressed={one.id === picked}
              onMouseDown={keepFocus}
              onClick={() => setPicked(one.id)}
            >
              <span className="person-name">
                <bdi>{one.name}</bdi>
              </span>
              <span className="person-role">
                {one.kind === 'display' ? `${words.screenDisplay}. ` : ''}
                {stateOf(one)}
              </span>
            </button>
          ))}
        </div>
      }
      result={{
        head,
        text:
          screen === null
            ? words.screensText
            : words.screenSince(format.dateTime(screen.firstSeen)),
      }}
      announcer={<Announcer polite={head} assertive="" />}
    >
      {may && screen !== null && (
        <div className="setup-foot">
          <Ghost disabled={busy} onPress={() => setAsks(true)}>
            <Trash2 size={20} aria-hidden="true" />
            {words.staffRemove}
          </Ghost>
        </div>
      )}
      {asks && screen !== null && (
        <Dialog
          head={words.staffRemoveQuestion(screen.name)}
          text={words.screenRemoveText}
          onClose={() => setAsks(false)}
        >
          <Ghost onPress={() => setAsks(false)}>{words.staffKeep}</Ghost>
          <Ghost
            onPress={() => {
              setAsks(false);
              setPicked(null);
              void till.call({ type: 'remove_screen', screen: screen.id });
            }}
          >
            <Trash2 size={20} aria-hidden="true" />
            {words.staffRemove}
          </Ghost>
        </Dialog>
      )}
    </ToolScreen>
  );
}
