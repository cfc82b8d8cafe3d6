import { afterAll } from 'vitest';
import { leftOf, openFiles } from './leaks/left.ts';
import { startRecording } from './leaks/recorder.ts';

/*
 * A worker runs many files one after the other, so a resource that one file leaves affects the next. This
 * check fails the file that leaves something, not a later file that fails because of it.
 */

const LEFT = 'this file left something behind; end it in the test that created it:';
const recorder = startRecording();
const filesBefore = new Set(openFiles());

afterAll(async () => {
  const fakeTimers = globalThis.setTimeout === recorder.setTimeout ? [] : ['fake timers'];
  const resources = await leftOf(recorder.resources);
  // A file is closed after the flush in progress, such as the one of a database's mark.
  while (process.getActiveResourcesInfo().includes('FSReqCallback')) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  const files = openFiles().filter((path) => !filesBefore.has(path));
  const left = [...fakeTimers, ...resources, ...files.map((path) => `open file ${path}`)];
  if (left.length > 0) throw new Error([LEFT, ...left].join('\n'));
});
