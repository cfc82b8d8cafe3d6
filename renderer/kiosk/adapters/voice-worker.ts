/*
 * Speaks text with the voice below `voice/`: eSpeak NG, a separate program under its own licence. This
 * worker loads it when the first text arrives, so that a kiosk whose system has voices never does. It
 * gets text and answers with samples.
 */

/** A text to speak. `voice` is the name that the program has for a language. */
export type VoiceRequest = {
  readonly id: number;
  /** Address of the folder of the voice's files. */
  readonly folder: string;
  readonly voice: string;
  readonly text: string;
};
/** The samples of a text, from -1 to 1; null if the voice could not be loaded. */
export type VoiceReply = {
  readonly id: number;
  readonly samples: Float32Array<ArrayBuffer> | null;
  readonly rate: number;
};

/** Words a minute: slower than the program's own 175, because a shop is noisy. */
const RATE = 155;

/** What the program answers if it has a voice. */
const FOUND = 0;

/** The part of the program that is used. */
type Speaker = {
  set_voice(voice: string): number;
  set_rate(wordsPerMinute: number): void;
  get_samplerate(): number;
  synthesize(text: string, hear: (samples: Int16Array | null) => boolean): unknown;
};
type Program = {
  default(options: {
    getPreloadedPackage: () => ArrayBuffer;
  }): Promise<{ eSpeakNGWorker: new () => Speaker }>;
};
type Index = {
  readonly size: number;
  readonly slices: readonly { readonly start: number; readonly end: number }[];
};
type Scope = {
  onmessage: ((event: MessageEvent<VoiceRequest>) => void) | null;
  postMessage(reply: VoiceReply, transfer: Transferable[]): void;
};
declare const self: Scope;

let speaker: Promise<Speaker> | null = null;

self.onmessage = async ({ data: { id, folder, voice, text } }) => {
  try {
    speaker ??= load(folder);
    const { samples, rate } = spoken(await speaker, voice, text);
    self.postMessage({ id, samples, rate }, [samples.buffer]);
  } catch {
    self.postMessage({ id, samples: null, rate: 0 }, []);
  }
};

async function load(folder: string): Promise<Speaker> {
  const file = async (name: string) => {
    const reply = await fetch(folder + name);
    if (!reply.ok) throw new Error(`${name} is missing`);
    return reply;
  };
  const [index, data, program]: [Index, ArrayBuffer, Program] = await Promise.all([
    file('espeak-ng.json').then((reply) => reply.json()),
    file('espeak-ng.data').then((reply) => reply.arrayBuffer()),
    import(/* @vite-ignore */ `${folder}espeak-ng.js`),
  ]);
  const laidOut = layOut(new Uint8Array(data), index);
  const { eSpeakNGWorker: Voice } = await program.default({ getPreloadedPackage: () => laidOut });
  return new Voice();
}

/** The data where the program expects it; the data of other languages stays empty. */
function layOut(data: Uint8Array, { size, slices }: Index): ArrayBuffer {
  const whole = new Uint8Array(size);
  let from = 0;
  for (const { start, end } of slices) {
    whole.set(data.subarray(from, from + end - start), start);
    from += end - start;
  }
  return whole.buffer;
}

function spoken(
  speaker: Speaker,
  voice: string,
  text: string,
): { readonly samples: Float32Array<ArrayBuffer>; readonly rate: number } {
  // With a voice that it does not have the program would keep the voice of the text before.
  if (speaker.set_voice(voice) !== FOUND) throw new Error(`there is no voice ${voice}`);
  speaker.set_rate(RATE);
  const parts: Int16Array[] = [];
  speaker.synthesize(text, (samples) => {
    if (samples !== null) parts.push(samples);
    return false;
  });
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) for (const sample of part) all[at++] = sample / 32_768;
  return { samples: all, rate: speaker.get_samplerate() };
}
