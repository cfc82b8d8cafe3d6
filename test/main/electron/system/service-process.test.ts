import { beforeEach, expect, test } from 'vitest';
import { spawnService } from '../../../../main/electron/system/service-process.ts';
import { resetElectron, utilityProcess } from '../../../electron-double/electron.ts';

beforeEach(resetElectron);

test("the service's process ends when the till's process exits (D-469)", () => {
  const before = process.listeners('exit');
  spawnService('service-child.js');
  const [child] = utilityProcess.forks;
  for (const listener of process.listeners('exit')) {
    if (!before.includes(listener)) listener(0);
  }
  expect(child?.killed).toBe(true);
  expect(process.listeners('exit')).toEqual(before);
});
