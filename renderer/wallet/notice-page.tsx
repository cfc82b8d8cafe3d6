import type { Tone } from '../state/tone.ts';
import { Announcer } from '../ui/announcer.tsx';
import { Field } from '../ui/field.tsx';
import { YellowKey } from '../ui/key.tsx';
import { Seal } from '../ui/seal.tsx';
import { useWallet, useWalletState } from './context.tsx';
import { typedAgain } from './route.ts';
import { goTo } from './use-route.ts';
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
  const { wallet, words } = useWallet();
  const route = useWalletState((state) => state.route);
  const again = what === 'missing' ? typedAgain(route) : null;
  const missing =
    again === null
      ? { head: words.missing, text: words.missingText }
      : { head: words.codeUnknown, text: words.codeUnknownText };
  const notice = {
    starting: { head: words.starting, text: '' },
    unreachable: { head: words.unreachable, text: words.unreachableText },
    missing,
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
            {again !== null && (
              <YellowKey onPress={() => goTo(wallet, again)}>{words.codeTypeAgain}</YellowKey>
            )}
            <DoneKey />
          </div>
        )}
      </Field>
      <Announcer polite={`${notice.head} ${notice.text}`} assertive="" />
    </main>
  );
}
