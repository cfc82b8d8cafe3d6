import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { packageRoot } from '../../../../main/host/adapters/machine.ts';
import { voiceFiles } from '../../../../main/host/kiosk/voice-files.ts';
import {
  COMPUTING_MOST,
  createComputing,
  type VoiceWorker,
} from '../../../../renderer/kiosk/adapters/voice.ts';
import { LANGUAGES } from '../../../../shared/catalogue/language.ts';
import { SHIPPED_VOICES } from '../../../../shared/device/kiosk/voice.ts';

/* The kiosk's own voice: after a file of it could not be loaded, and in a language that it lacks. */

/** The files of the voice in a folder, which `fetch` reads; `fails` says which of them are missing now. */
function voiceFolder(fails: (name: string) => boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-voice-'));
  for (const [name, content] of voiceFiles(packageRoot()) ?? []) {
    writeFileSync(join(folder, name), content);
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const path = fileURLToPath(address);
    return fails(path) ? new Response(null, { status: 404 }) : new Response(readFileSync(path));
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    rmSync(folder, { recursive: true, force: true });
  });
  return `${pathToFileURL(folder).href}/`;
}

const WORKER = new URL('../../../../renderer/kiosk/adapters/voice-worker.ts', import.meta.url).href;

/** Starts the worker's module as a new worker does: with a state and an answer of its own. */
function startWorker(copy: string): VoiceWorker {
  const inside = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    postMessage: (data: unknown) =>
      outside.onmessage?.call(outside as Worker, { data } as MessageEvent),
  };
  vi.stubGlobal('self', inside);
  // Another address is another copy of the module.
  const loaded = import(/* @vite-ignore */ `${WORKER}?copy=${copy}`);
  const outside: VoiceWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (data: unknown) => {
      loaded.then(
        () => inside.onmessage?.({ data }),
        () => outside.onerror?.call(outside as Worker, new Event('error') as ErrorEvent),
      );
    },
    terminate: () => undefined,
  };
  return outside;
}

test.each(['espeak-ng.data', 'espeak-ng.json'])(
  'a text after one that found no %s is spoken',
  async (missing) => {
    let isMissing = true;
    let workers = 0;
    const folder = voiceFolder((path) => isMissing && path.endsWith(missing));
    const compute = createComputing({
      start: () => {
        workers += 1;
        return startWorker(`${missing}-${workers}`);
      },
      folder: () => folder,
    });
    expect(await compute('en', 'Coffee.')).toBeNull();
    isMissing = false;
    const spoken = await compute('en', 'Coffee.');
    expect(spoken?.samples.some((sample) => Math.abs(sample) > 0.1)).toBe(true);
    // The voice that was loaded stays.
    await compute('en', 'Tea.');
    expect(workers).toBe(2);
  },
);

test('each language of the product is spoken, and a text in another by no voice', async () => {
  const folder = voiceFolder(() => false);
  let workers = 0;
  const compute = createComputing({
    start: () => {
      workers += 1;
      return startWorker(`languages-${workers}`);
    },
    folder: () => folder,
  });
  for (const language of LANGUAGES) {
    const { name = '' } = SHIPPED_VOICES[language] ?? {};
    expect([language, (await compute(name, '12'))?.samples.length ?? 0]).toEqual([
      language,
      expect.toSatisfy((length: number) => length > 1_000),
    ]);
  }
  expect(await compute('fr', 'Bonjour.')).toBeNull();
  expect(await compute('ar', 'قهوة')).not.toBeNull();
});

test('a text after one to which the worker never answered is spoken', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ended: number[] = [];
  const workers: VoiceWorker[] = [];
  const compute = createComputing({
    start: () => {
      const place = workers.length;
      const worker: VoiceWorker = {
        onmessage: null,
        onerror: null,
        postMessage({ id }: { id: number }) {
          const data = { id, samples: new Float32Array([1]), rate: 22_050 };
          if (place > 0) worker.onmessage?.call(worker as Worker, { data } as MessageEvent);
        },
        terminate: () => ended.push(place),
      };
      workers.push(worker);
      return worker;
    },
    folder: () => '',
  });
  const first = compute('en', 'Coffee.');
  const second = compute('en', 'Tea.');
  await vi.advanceTimersByTimeAsync(COMPUTING_MOST);
  expect([await first, await second, ended]).toEqual([null, null, [0]]);
  expect((await compute('en', 'Tea.'))?.samples.length).toBe(1);
  // A worker that answers is not replaced.
  await vi.advanceTimersByTimeAsync(COMPUTING_MOST);
  expect([workers.length, ended, vi.getTimerCount()]).toEqual([2, [0], 0]);
});
