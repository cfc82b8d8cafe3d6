import { SHIPPED_VOICES } from '../../../shared/device/kiosk/voice.ts';
import type { Language } from '../../i18n/language.ts';
import { ring } from '../../ui/countdown.tsx';
import type { VoiceReply, VoiceRequest } from './voice-worker.ts';

/** One text in one language. */
export type Spoken = { readonly language: Language; readonly text: string };

/** What speaks. It never throws: without any voice it says nothing. */
export type Voice = {
  /** True if texts in this language can be spoken. */
  canSpeak(language: Language): boolean;
  /** Calls `changed` when that may have changed; a browser loads its voices after the page. */
  onChange(changed: () => void): () => void;
  /**
   * Speaks texts one after the other, from 0 to 1 loud. Stops what was spoken before. A text for whose
   * language there is no voice is left out.
   */
  speak(texts: readonly Spoken[], volume: number, ended: () => void): void;
  hush(): void;
};

/** The pace of system voices: slower than normal speech, because a shop is noisy. */
const RATE = 0.9;

/** The longest time that a worker may need for one text with the load of its voice, in milliseconds. */
export const COMPUTING_MOST = 20_000;

/**
 * Speaks with the system's voices, and with the shipped voice in languages for which the system has
 * none. Voices that a remote server computes are not used.
 */
export function createVoice(shipped: boolean): Voice {
  const system: SpeechSynthesis | undefined = window.speechSynthesis;
  const own = shipped ? createShippedVoice() : null;
  let turn = 0;

  const systemVoice = (language: Language) =>
    system
      ?.getVoices()
      .find(({ lang, localService }) => localService && isFor(language, lang.toLowerCase())) ??
    null;

  function hush(): void {
    turn += 1;
    system?.cancel();
    own?.hush();
  }

  async function say(texts: readonly Spoken[], volume: number, ended: () => void): Promise<void> {
    const mine = turn;
    for (const text of texts) {
      const voice = systemVoice(text.language);
      if (voice !== null) await saySystem(text.text, voice, volume);
      else await own?.say(text, volume);
      if (mine !== turn) return;
    }
    ended();
  }

  return {
    canSpeak: (language) =>
      (own !== null && SHIPPED_VOICES[language] !== null) || systemVoice(language) !== null,
    onChange(changed) {
      system?.addEventListener('voiceschanged', changed);
      return () => system?.removeEventListener('voiceschanged', changed);
    },
    speak(texts, volume, ended) {
      hush();
      void say(texts, volume, ended);
    },
    hush,
  };
}

/** Systems name Norwegian `nb` or `no`. */
function isFor(language: Language, tag: string): boolean {
  const [primary] = tag.split(/[-_]/);
  return primary === language || (language === 'nb' && primary === 'no');
}

function saySystem(text: string, voice: SpeechSynthesisVoice, volume: number): Promise<void> {
  return new Promise((ended) => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = RATE;
    utterance.volume = volume;
    utterance.onend = () => ended();
    utterance.onerror = () => ended();
    window.speechSynthesis.speak(utterance);
  });
}

type ShippedVoice = {
  /** Ends when the text was heard, or was interrupted. */
  say(text: Spoken, volume: number): Promise<void>;
  hush(): void;
};

/** The voice of the kiosk itself. Its worker starts with the first text. */
function createShippedVoice(): ShippedVoice {
  const compute = createComputing({
    start: () => new Worker(new URL('./voice-worker.ts', import.meta.url), { type: 'module' }),
    folder: () => new URL('voice/', document.baseURI).href,
  });
  let audio: AudioContext | null = null;
  let turn = 0;
  let playing: AudioBufferSourceNode[] = [];

  /** Plays samples after what is already playing, which ends at `from` of the audio's time. */
  function play(context: AudioContext, reply: Samples, volume: number, from: number) {
    const buffer = context.createBuffer(1, reply.samples.length, reply.rate);
    buffer.copyToChannel(reply.samples, 0);
    const source = context.createBufferSource();
    const gain = context.createGain();
    source.buffer = buffer;
    gain.gain.value = volume;
    source.connect(gain).connect(context.destination);
    const start = Math.max(context.currentTime, from);
    source.start(start);
    playing.push(source);
    return { source, end: start + buffer.duration };
  }

  return {
    async say({ language, text }, volume) {
      const voice = SHIPPED_VOICES[language];
      if (voice === null) return;
      const mine = turn;
      let end = 0;
      let last: AudioBufferSourceNode | null = null;
      audio ??= new AudioContext();
      // A browser suspends sound until the first touch or key.
      audio.resume().catch(() => undefined);
      for (const sentence of sentencesOf(text)) {
        // The next sentence is computed while this one is heard.
        const reply = await compute(voice.name, sentence);
        if (mine !== turn) return;
        if (reply !== null) ({ source: last, end } = play(audio, reply, volume, end));
      }
      const source = last;
      if (source === null) return;
      await new Promise<void>((ended) => {
        source.onended = () => ended();
      });
    },
    hush() {
      turn += 1;
      for (const source of playing) source.stop();
      playing = [];
    },
  };
}

type Samples = { readonly samples: Float32Array<ArrayBuffer>; readonly rate: number };

/** The part of a worker that the voice uses. */
export type VoiceWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

type ComputingDeps = {
  readonly start: () => VoiceWorker;
  /** The address of the voice's files. */
  readonly folder: () => string;
};

/** Computes the samples of a text in a worker; null if the voice could not be loaded. */
export function createComputing({
  start: startWorker,
  folder,
}: ComputingDeps): (voice: string, text: string) => Promise<Samples | null> {
  const waiting = new Map<number, (reply: VoiceReply) => void>();
  let worker: (Pick<VoiceWorker, 'postMessage'> & { readonly replace: () => void }) | null = null;
  let ids = 0;

  function start(): NonNullable<typeof worker> {
    const started = startWorker();
    const answer = (reply: VoiceReply) => {
      waiting.get(reply.id)?.(reply);
      waiting.delete(reply.id);
    };
    // A worker that could not be loaded, could not load the voice or does not answer is silent for ever:
    // the browser may remember a failed import. The next text gets a new one.
    const replace = () => {
      started.terminate();
      if (worker !== own) return;
      worker = null;
      for (const id of [...waiting.keys()]) answer({ id, samples: null, rate: 0 });
    };
    started.onmessage = ({ data }: MessageEvent<VoiceReply>) => {
      answer(data);
      if (data.samples === null) replace();
    };
    started.onerror = replace;
    const own = { postMessage: (request: VoiceRequest) => started.postMessage(request), replace };
    return own;
  }

  return async (voice, text) => {
    worker ??= start();
    const asked = worker;
    ids += 1;
    const request: VoiceRequest = {
      id: ids,
      folder: folder(),
      voice,
      text,
    };
    const reply = await new Promise<VoiceReply>((heard) => {
      const stop = ring(COMPUTING_MOST, false, asked.replace);
      waiting.set(request.id, (answered) => {
        stop();
        heard(answered);
      });
      asked.postMessage(request);
    });
    const { samples, rate } = reply;
    return samples === null || samples.length === 0 ? null : { samples, rate };
  };
}

/** The sentences of a text, so that the first is heard while the others are computed. */
function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.?!\u061f])\s+/).filter((sentence) => sentence !== '');
}
