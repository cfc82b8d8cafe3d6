import type { Tone } from '../state/tone.ts';
import { Announcer } from '../ui/announcer.tsx';
import { Field } from '../ui/field.tsx';
import { Seal } from '../ui/seal.tsx';
import { useWallet } from './context.tsx';
import { DoneKey, WalletHead } from './wallet-head.tsx';

type What = 'starting' | 'unreachable' | 'missing' | 'taken';

const TONES: Readonly<Record<What, Tone>> = {
  starting: 'idle',
  unreachable: 'offline',
  missing: 'expired',
  taken: 'aborted',
};

/** Shown instead of a request: why it cannot be shown, and what to do. */
export function NoticePage({ what }: { readonly what: What }) {
  const { words } = useWallet();
  const notice = {
    starting: { head: words.starting, text: '' },
    unreachable: { head: words.unreachable, text: words.unreachableText },
    missing: { head: words.missing, text: words.missingText },
    taken: { head: words.taken, text: words.takenText },
  }[what];
  return (
    <main className="wallet" aria-busy={what === 'starting'}>
      <Field tone={TONES[what]} className="wallet-notice" label={notice.head}>
        <WalletHead />
        <div className="wallet-notice-body">
          <Seal tone={TONES[what]} size={132} busy={what === 'starting'} />
          <h1>{notice.head}</h1>
          <p>{notice.text}</p>
        </div>
        {(what === 'missing' || what === 'taken') && (
          <div className="wallet-foot">
            <DoneKey />
          </div>
        )}
      </Field>
      <Announcer polite={`${notice.head} ${notice.text}`} assertive="" />
    </main>
  );
}
