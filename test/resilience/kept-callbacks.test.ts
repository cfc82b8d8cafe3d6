import { expect, it } from 'vitest';
import { parseCli } from '../../service/app/cli-options.ts';
import { DAY } from '../../shared/time/clock.ts';

const surroundings = { defaultData: '/data', production: false };

it('keeps the log of callbacks for the number of days on the command line', () => {
  const life = (...args: string[]) => {
    const request = parseCli(args, surroundings);
    if (!request.ok || request.value.kind !== 'run') throw new Error('it was refused');
    return request.value.options.callbackLogLife;
  };
  expect(life('--keep-callbacks', '7')).toBe(7 * DAY);
  expect(life('--keep-callbacks=3650')).toBe(3_650 * DAY);
  expect(life()).toBeUndefined();
});
