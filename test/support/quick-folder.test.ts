import { expect, it } from 'vitest';
import { placeOfDatabases } from './quick-folder.ts';

const surroundings = { environment: {}, freeBytes: () => 2 * 1024 ** 3, temporary: '/tmp' };

it('databases of tests are in memory if there is room for them', () => {
  expect(placeOfDatabases(surroundings)).toBe('/dev/shm');
});

it.each([
  ['does not exist', null],
  ['is small', 64 * 1024 ** 2],
])('databases of tests are in the temporary folder if the folder in memory %s', (_, free) => {
  expect(placeOfDatabases({ ...surroundings, freeBytes: () => free })).toBe('/tmp');
});

it('databases of tests are in the folder that the environment names', () => {
  const environment = { TEST_DATABASES: '/disk' };
  expect(placeOfDatabases({ ...surroundings, environment })).toBe('/disk');
});
