import { backup, verify } from './backup.ts';
import { listCallbacks, resendCallback } from './callbacks.ts';
import type { Command } from './command.ts';
import { confirmClock } from './confirm-clock.ts';
import { createIntegrator, createOauthClient } from './create-clients.ts';
import { createMerchant } from './create-merchant.ts';
import { CUSTOMER_COMMANDS } from './customers.ts';
import {
  issueSerials,
  listMerchants,
  setIntegrator,
  setLogo,
  showSettlements,
} from './merchants.ts';
import { moveToPostgresql } from './move-to-postgresql.ts';
import { inviteUserCommand } from './portal-address.ts';
import { acceptLoss, restore } from './restore.ts';
import { SELF_SERVICE_COMMANDS } from './self-service-users.ts';
import { setMerchant } from './set-merchant.ts';
import { createKeyPair, createUser, listUsers } from './users.ts';

/** Every command of `tillkit admin`, by its name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['create-merchant', createMerchant],
  ['invite-user', inviteUserCommand],
  ['create-user', createUser],
  ['create-key-pair', createKeyPair],
  ['create-integrator', createIntegrator],
  ['create-oauth-client', createOauthClient],
  ['set-merchant', setMerchant],
  ['set-integrator', setIntegrator],
  ['set-logo', setLogo],
  ['list-merchants', listMerchants],
  ['list-users', listUsers],
  ...SELF_SERVICE_COMMANDS,
  ...CUSTOMER_COMMANDS,
  ['issue-serials', issueSerials],
  ['show-settlements', showSettlements],
  ['list-callbacks', listCallbacks],
  ['resend-callback', resendCallback],
  ['backup', backup],
  ['verify', verify],
  ['restore', restore],
  ['accept-loss', acceptLoss],
  ['move-to-postgresql', moveToPostgresql],
  ['confirm-clock', confirmClock],
]);
