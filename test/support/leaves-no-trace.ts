import { afterAll } from 'vitest';
import { leftOf, openFiles } from './leaks/left.ts';
import { startRecording } from './leaks/recorder.ts';

/*
 * One worker runs file after file: what a file leaves in its process is there for the next one. This
 * fails the file that leaves something, not the one that stumbles over it.
 */

const LEFT = 'this file left something behind; end it in the test that created it:';
const recorder = startRecording();
const filesBefore = new Set(openFiles());

afterAll(async () => {
  const fakeTimers = globalThis.setTimeout === recorder.setTimeout ? [] : ['fake timers'];
  const resources = await leftOf(recorder.resources);
  const files = openFiles().filter((path) => !filesBefore.has(path));
  const left = [...fakeTimers, ...resources, ...files.map((path) => `open file ${path}`)];
  if (left.length > 0) throw new Error([LEFT, ...left].join('\n'));
});
