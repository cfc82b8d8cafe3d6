import { Ghost, Key } from '../key.tsx';
import { useQuestion } from './question-context.tsx';

type AnswerEndProps = { readonly ready: boolean; readonly onDone: () => void };

/** The keys below a typed answer: send it, or give none. */
export function AnswerEnd({ ready, onDone }: AnswerEndProps) {
  const { words, give, busy } = useQuestion();
  return (
    <div className="question-end">
      <Key className="key-yellow question-done" disabled={!ready || busy} onPress={onDone}>
        {words.done}
      </Key>
      <Ghost className="question-decline" disabled={busy} onPress={() => give({ kind: 'none' })}>
        {words.none}
      </Ghost>
    </div>
  );
}
