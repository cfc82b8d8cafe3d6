import { useEffect, useState } from 'react';
import type { PinPad } from '../../shared/device/kiosk/contract.ts';
import { PIN_DIGITS } from '../../shared/device/staff/pin-lockout.ts';
import { ring, useNow } from '../ui/countdown.tsx';
import { timeLeft } from '../ui/format.tsx';
import { Delete } from '../ui/icons.ts';
import { Ghost, Key, YellowKey } from '../ui/key.tsx';
import { useKiosk } from './context.tsx';

/** How long the corner must be held, in milliseconds; long enough to exclude accidental touches. */
const HELD_FOR = 1_500;

/** The invisible corner that opens the PIN pad of the service menu. */
export function Corner() {
  const { press } = useKiosk();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!held) return;
    return ring(HELD_FOR, false, () => {
      setHeld(false);
      press({ type: 'knock' });
    });
  }, [held, press]);
  const free = () => setHeld(false);
  return (
    <div
      className="corner"
      aria-hidden="true"
      onPointerDown={() => setHeld(true)}
      onPointerUp={free}
      onPointerLeave={free}
      onPointerCancel={free}
    />
  );
}

const ROWS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** The PIN pad of the service menu. The typed digits are counted, never shown. */
export function PinScreen({ pad }: { readonly pad: PinPad }) {
  const { words, press } = useKiosk();
  const [typed, setTyped] = useState('');
  const now = useNow(250);
  const locked = pad.lockedUntil !== null && now < pad.lockedUntil;
  const open = () => {
    press({ type: 'pin', pin: typed });
    setTyped('');
  };
  const add = (digit: string) => setTyped((before) => (before + digit).slice(0, PIN_DIGITS.max));
  const drop = () => setTyped((before) => before.slice(0, -1));
  const ready = !locked && pad.pin === 'set' && typed.length >= PIN_DIGITS.min;
  useDigits(locked || pad.pin === 'none' ? null : { add, drop });
  return (
    <main className="kiosk kiosk-pin deck">
      <div className="kiosk-main">
        <h1>{words.pinHead}</h1>
        <p className="pin-text">{pad.pin === 'none' ? words.pinNone : words.pinText}</p>
        <p className="pin-dots" role="img" aria-label={words.pinTyped(typed.length)}>
          {'•'.repeat(typed.length)}
        </p>
        <p className="pin-news" role="status">
          {locked && pad.lockedUntil !== null
            ? `${words.pinLocked} ${timeLeft(pad.lockedUntil - now)}.`
            : pad.wrong && typed === '' && words.pinWrong}
        </p>
        <fieldset className="pad" aria-label={words.padLabel}>
          {ROWS.map((digit) => (
            <Key key={digit} className="key-digit" disabled={locked} onPress={() => add(digit)}>
              {digit}
            </Key>
          ))}
          <Key className="key-fn" label={words.deleteDigit} onPress={drop}>
            <Delete aria-hidden="true" className="ghost-icon" />
          </Key>
          <Key className="key-digit" disabled={locked} onPress={() => add('0')}>
            0
          </Key>
        </fieldset>
      </div>
      <div className="kiosk-act">
        <YellowKey className="kiosk-yellow" bed={false} enter disabled={!ready} onPress={open}>
          {words.openMenu}
        </YellowKey>
        <Ghost className="kiosk-ghost" onPress={() => press({ type: 'shut' })}>
          {words.back}
        </Ghost>
      </div>
    </main>
  );
}

type Hands = { readonly add: (digit: string) => void; readonly drop: () => void };

/** Handles the digits of a connected keyboard. */
function useDigits(hands: Hands | null): void {
  useEffect(() => {
    if (hands === null) return;
    const listen = ({ key }: KeyboardEvent) => {
      if (/^[0-9]$/.test(key)) hands.add(key);
      else if (key === 'Backspace') hands.drop();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [hands]);
}
