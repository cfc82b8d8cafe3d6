import { expect, it } from 'vitest';
import { missingPrerequisites } from './prerequisites.ts';

it('nothing is reported if no prerequisite is missing', async () => {
  expect(await missingPrerequisites([() => {}, async () => {}])).toEqual([]);
});

it('each missing prerequisite is reported in one line, without further lines of its error', async () => {
  const checks = [
    () => {
      throw new Error('PostgreSQL does not run here.');
    },
    () => {},
    () => Promise.reject(new Error('browser.launch: no executable\nCall log:\n  - all of it')),
  ];
  expect(await missingPrerequisites(checks)).toEqual([
    'The tests cannot run: PostgreSQL does not run here.',
    'The tests cannot run: browser.launch: no executable',
  ]);
});
