import { useEffect } from 'react';
import { SET_UP_CODE } from '../../../shared/device/scanner/learn.ts';
import type { ScannerProfile } from '../../../shared/device/scanner/profile.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { maySupervise } from '../../state/staff.ts';
import type { TillState } from '../../state/till-state.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { Barcode } from '../../ui/barcode.tsx';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { useCashier, useTillState } from '../common/context.tsx';
import { ToolScreen } from '../common/tool-screen.tsx';

/** The set-up of the scanner: the code to scan, what was learned from it, and the keys to keep it. */
export function ScannerScreen() {
  const { till, words } = useCashier();
  const may = useTillState(({ snapshot }) => {
    const backOffice = snapshot?.backOffice;
    return backOffice === undefined || maySupervise(backOffice);
  });
  const learning = useTillState((state) => state.learning);
  const kept = useTillState((state) => state.snapshot?.scanner?.profile ?? null);
  useEffect(() => {
    if (!may) return;
    till.learn('start');
    return () => till.learn('stop');
  }, [till, may]);
  const profile = learning.kind === 'learned' ? learning.profile : kept;
  const result = may ? resultText(learning, words) : notAllowed(words);
  return (
    <ToolScreen
      slip={
        <Slip label={words.scannerSlip}>
          <p className="slip-head">{words.scannerSlip}</p>
          <Barcode code={SET_UP_CODE} label={words.scannerCodeLabel} />
          <p className="barcode-digits mono">{SET_UP_CODE}</p>
          <Perforation />
          <Facts profile={profile} />
        </Slip>
      }
      result={result}
      announcer={<Announcer polite={result.head} assertive="" />}
    >
      {may && <ScannerKeys kept={kept} />}
    </ToolScreen>
  );
}

function ScannerKeys({ kept }: { readonly kept: ScannerProfile | null }) {
  const { till, words } = useCashier();
  const learning = useTillState((state) => state.learning);
  const busy = useTillState((state) => state.running);
  return (
    <div className="setup-foot">
      <YellowKey
        bed={false}
        disabled={busy || learning.kind !== 'learned'}
        onPress={() => void till.keepScanner('learned')}
      >
        {words.scannerSave}
      </YellowKey>
      <Ghost disabled={learning.kind === 'waiting'} onPress={() => till.learn('start')}>
        {words.scannerAgain}
      </Ghost>
      {kept !== null && (
        <Ghost disabled={busy} onPress={() => void till.keepScanner('nothing')}>
          {words.scannerForget}
        </Ghost>
      )}
    </div>
  );
}

/** What the till knows about the scanner, or has just learned. */
function Facts({ profile }: { readonly profile: ScannerProfile | null }) {
  const { words } = useCashier();
  if (profile === null) return <p>{words.scannerUnknown}</p>;
  const { prefix, suffix, gap } = profile;
  const facts = [
    [words.scannerPrefix, keysText(prefix, words)],
    [words.scannerSuffix, keysText(suffix, words)],
    [words.scannerSpeed, words.scannerMilliseconds(gap)],
  ] as const;
  return (
    <dl className="scanner-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Keys as they are written on a keyboard: Ctrl+J. */
function keysText(names: readonly string[], words: CashierWords): string {
  if (names.length === 0) return words.scannerNothing;
  const chord = /^Ctrl\+./;
  return names.map((name) => (chord.test(name) ? name.replace(/.$/, upper) : name)).join(' ');
}

function upper(letter: string): string {
  return letter.toUpperCase();
}

type ResultText = { readonly head: string; readonly text: string };

function notAllowed(words: CashierWords): ResultText {
  return { head: words.scannerHead, text: words.scannerSupervisor };
}

/** Headline and text for the state of the set-up. */
function resultText(learning: TillState['learning'], words: CashierWords): ResultText {
  switch (learning.kind) {
    case 'learned':
      return { head: words.scannerRead, text: words.scannerReadText };
    case 'saved':
      return { head: words.scannerSaved, text: words.scannerSavedText };
    case 'problem':
      return learning.problem === 'too_slow'
        ? { head: words.scannerSlow, text: words.scannerSlowText }
        : { head: words.scannerOther, text: words.scannerOtherText };
    default:
      return { head: words.scannerHead, text: words.scannerText };
  }
}
