import type { Row } from '../rows/row.ts';
import type { World } from '../world.ts';
import { checkEndpoint } from './endpoint.ts';
import { checkInput, checkOutput, checkQuery } from './fields.ts';
import { checkCode, checkMove } from './moves.ts';
import type { OwnChecks } from './own.ts';
import { AUTH_CHECKS } from './own-auth.ts';
import { EVENT_CHECKS } from './own-events.ts';
import { LIFE_CHECKS } from './own-life.ts';
import { OAUTH_CHECKS } from './own-oauth.ts';
import { WIRE_CHECKS } from './own-wire.ts';

/** The checks of single rows, under the rows' ids. */
export const OWN_CHECKS: OwnChecks = {
  ...LIFE_CHECKS,
  ...WIRE_CHECKS,
  ...EVENT_CHECKS,
  ...AUTH_CHECKS,
  ...OAUTH_CHECKS,
};

/** Shows that a row holds, on a running service; a row without a check does not. */
export async function checkRow(world: World, row: Row): Promise<void> {
  const { check } = row;
  switch (check.by) {
    case 'endpoint':
      return checkEndpoint(world, check, row.text);
    case 'input':
      return checkInput(world, check);
    case 'output':
      return checkOutput(world, check);
    case 'query':
      return checkQuery(world, check);
    case 'code':
      return checkCode(world, check);
    case 'move':
      return checkMove(world, check);
    case 'own': {
      const own = OWN_CHECKS[row.id];
      if (own === undefined) throw new Error(`nothing checks the row ${row.id}`);
      return own(world);
    }
  }
}
