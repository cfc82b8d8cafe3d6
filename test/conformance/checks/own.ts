import type { World } from '../world.ts';

/** Checks of one row each, under the row's id. */
export type OwnChecks = Readonly<Record<string, (world: World) => Promise<void>>>;
