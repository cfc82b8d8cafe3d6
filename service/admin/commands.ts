import { backup, restore } from './backup.ts';
import type { Command } from './command.ts';
import { createIntegrator } from './create-integrator.ts';
import { createMerchant } from './create-merchant.ts';
import { listMerchants, setIntegrator, setLogo } from './merchants.ts';
import { createKeyPair, createUser, listUsers } from './users.ts';

/** Every command of `tillkit admin`, by its name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['create-merchant', createMerchant],
  ['create-user', createUser],
  ['create-key-pair', createKeyPair],
  ['create-integrator', createIntegrator],
  ['set-integrator', setIntegrator],
  ['set-logo', setLogo],
  ['list-merchants', listMerchants],
  ['list-users', listUsers],
  ['backup', backup],
  ['restore', restore],
]);
