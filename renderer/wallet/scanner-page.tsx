import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Announcer } from '../ui/announcer.tsx';
import { Ghost, SubmitKey } from '../ui/key.tsx';
import { rootHere } from '../ui/page-address.ts';
import { type CameraState, watchForCode } from './adapters/camera.ts';
import { useWallet, useWalletState } from './context.tsx';
import { WalletInput } from './form.tsx';
import { inGroups, type ReadCode, readScanned, readTyped } from './read-code.ts';
import { replaceWith } from './use-route.ts';
import { DoneKey, WalletHead } from './wallet-head.tsx';

/** Scans a code with the camera; without a camera the customer types it. */
export function ScannerPage() {
  const { wallet, words } = useWallet();
  const me = useWalletState((state) => state.me);
  const route = useWalletState((state) => state.route);
  const typed = route.kind === 'scanner' ? route.typed : '';
  const [wrong, setWrong] = useState<'none' | 'foreign' | 'unreadable'>('none');
  const follow = useCallback(
    (read: ReadCode) => {
      if (read.kind !== 'found') return setWrong(read.kind);
      // The back key must lead to the wallet, not to the camera, which would scan the same code
      // again.
      replaceWith(wallet, read.route);
    },
    [wallet],
  );
  const roots = [rootHere(), ...(me?.origins ?? [])];
  const problem = { none: '', foreign: words.scanForeign, unreadable: words.scanUnreadable }[wrong];
  return (
    <main className="wallet wallet-scanner">
      <WalletHead />
      <div className="wallet-section">
        <h1>{words.scan}</h1>
        <Camera onCode={(text) => follow(readScanned(text, roots))} />
        <p className="wallet-problem scanner-wrong" role="alert" hidden={problem === ''}>
          {problem}
        </p>
        <TypedCode key={typed} first={typed} onCode={(text) => follow(readTyped(text, roots))} />
      </div>
      <div className="wallet-foot">
        <DoneKey />
      </div>
    </main>
  );
}

function Camera({ onCode }: { readonly onCode: (text: string) => void }) {
  const { words } = useWallet();
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onCode);
  const [state, setState] = useState<CameraState>('starting');
  const [round, setRound] = useState(0);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    if (video.current === null || round < 0) return;
    const onCode = (text: string) => latest.current(text);
    return watchForCode({ video: video.current, onState: setState, onCode });
  }, [round]);
  const hints: Readonly<Record<CameraState, string>> = {
    starting: words.cameraStarting,
    looking: words.cameraLooking,
    resting: words.cameraResting,
    denied: words.cameraDenied,
    absent: words.cameraAbsent,
  };
  const live = state === 'looking' || state === 'starting';
  return (
    <>
      <div className="scanner-window" hidden={!live}>
        <video ref={video} muted playsInline aria-label={words.cameraPicture} />
        <span className="scanner-corners" aria-hidden="true" />
      </div>
      <p className="wallet-empty">{hints[state]}</p>
      {!live && (
        <Ghost className="scanner-again" onPress={() => setRound(round + 1)}>
          {words.cameraAgain}
        </Ghost>
      )}
      <Announcer polite={hints[state]} assertive="" />
    </>
  );
}

type TypedCodeProps = {
  /** The code to correct; empty if there is none. */
  readonly first: string;
  readonly onCode: (text: string) => void;
};

/** The field for a typed code or address. */
function TypedCode({ first, onCode }: TypedCodeProps) {
  const { words } = useWallet();
  const [text, setText] = useState(() => inGroups(first));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (first !== '') form.current?.querySelector('input')?.focus();
  }, [first]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCode(text);
  };
  return (
    <form ref={form} className="wallet-form" noValidate onSubmit={submit}>
      <WalletInput
        label={words.typedCode}
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={1_000}
        value={text}
        hint={words.typedCodeHint}
        onType={setText}
      />
      <SubmitKey label={words.typedCodeOpen} busy={text.trim() === ''} />
    </form>
  );
}
