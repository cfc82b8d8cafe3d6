import type { Cue } from '../state/cues.ts';
import type { Volume } from '../state/preferences.ts';

/** One note: frequency in hertz, start and length in seconds, and attack in seconds. */
type Note = {
  readonly hertz: number;
  readonly at: number;
  readonly length: number;
  readonly attack: number;
  readonly shape: OscillatorType;
  readonly level: number;
};

const NOTES: Readonly<Record<Cue, readonly Note[]>> = {
  seen: [{ hertz: 660, at: 0, length: 0.07, attack: 0.002, shape: 'triangle', level: 0.35 }],
  paid: [
    { hertz: 587.33, at: 0, length: 0.12, attack: 0.004, shape: 'sine', level: 0.8 },
    { hertz: 880, at: 0.12, length: 0.3, attack: 0.004, shape: 'sine', level: 0.8 },
  ],
  look: [
    { hertz: 220, at: 0, length: 0.11, attack: 0.03, shape: 'triangle', level: 0.9 },
    { hertz: 220, at: 0.2, length: 0.11, attack: 0.03, shape: 'triangle', level: 0.9 },
  ],
};

const LEVEL: Readonly<Record<Volume, number>> = { off: 0, low: 0.12, full: 0.5 };

let context: AudioContext | null = null;

/** Plays a sound; does nothing if sound is off, refused or missing. Never throws. */
export function play(cue: Cue, volume: Volume): void {
  if (volume === 'off' || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const audio = context;
  // A browser suspends sound until the first touch of the page. Until then the call is rejected.
  audio.resume().then(
    () => {
      for (const note of NOTES[cue]) strike(audio, note, LEVEL[volume]);
    },
    () => {},
  );
}

function strike(audio: AudioContext, note: Note, volume: number): void {
  const start = audio.currentTime + note.at;
  const end = start + note.length;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = note.shape;
  oscillator.frequency.value = note.hertz;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(note.level * volume, start + note.attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(end);
}
