import { Check, X } from '../ui/icons.ts';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { useTools } from './context.tsx';

/** After the checks: the till starts, or what is missing is put right and looked at again. */
export function SetupChecked({ done }: { readonly done: boolean }) {
  const { words, till } = useTools();
  const go = () => void till.setup({ kind: done ? 'finish' : 'check' });
  return (
    <div className="setup-form">
      <div className="deck-window deck-notice setup-result">
        {done ? <Check size={64} aria-hidden="true" /> : <X size={64} aria-hidden="true" />}
        <div>
          <h1>{done ? words.setupReady : words.setupNotReady}</h1>
          <p>{done ? words.setupReadyText : words.setupNotReadyText}</p>
        </div>
      </div>
      <span className="setup-space" />
      <div className="setup-foot">
        <YellowKey bed={false} enter onPress={go}>
          {done ? words.setupStart : words.setupCheck}
        </YellowKey>
        <Ghost onPress={() => void till.setup({ kind: 'again' })}>{words.setupAgain}</Ghost>
      </div>
    </div>
  );
}
