import type { MerchantClient } from '../../client/client.ts';
import { failureOf } from '../../client/result.ts';
import type { Backoff } from '../sale/backoff.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import { endOf, type PermissionEnd, type PermissionFacts } from './permission.ts';

/** The calls of a request for data. */
export type PermissionClient = Pick<MerchantClient, 'permissionCreate' | 'permissionOutcome'>;

export type FollowDeps = {
  readonly client: PermissionClient;
  readonly backoff: Backoff;
  readonly settings: TerminalSettings;
  readonly onCreated: (request: string, rid: string) => void;
  readonly onEnd: (request: string, how: PermissionEnd, sentence?: string) => void;
};

/** Creates a request at the service and polls it to its end. `restored`: it may exist already. */
export async function followPermission(
  facts: PermissionFacts,
  restored: boolean,
  deps: FollowDeps,
): Promise<void> {
  const { client, backoff, settings } = deps;
  const { signal } = backoff;
  const rid = facts.rid ?? (await create(facts, restored, deps));
  for (let fails = 0; rid !== null && !signal.aborted; ) {
    const seen = await client.permissionOutcome(rid, { deadline: settings.readDeadline, signal });
    if (signal.aborted) return;
    const how = seen.ok ? endOf(seen.value) : null;
    if (how !== null) return deps.onEnd(facts.id, how);
    fails = seen.ok ? 0 : fails + 1;
    await (fails === 0 ? backoff.poll(settings.pollWithPush) : backoff.wait(fails));
  }
}

/** The service's id of the request; null if the request ended without one. */
async function create(
  facts: PermissionFacts,
  restored: boolean,
  { client, backoff, settings, onCreated, onEnd }: FollowDeps,
): Promise<string | null> {
  const { signal } = backoff;
  let doubtful = restored;
  for (let fails = 1; !signal.aborted; fails += 1) {
    const sending = { deadline: settings.commandDeadline, signal };
    const made = await client.permissionCreate(facts.body, sending);
    if (signal.aborted) return null;
    if (made.ok) {
      onCreated(facts.id, made.value.id);
      return made.value.id;
    }
    const { error } = made;
    const refused = failureOf(error).kind === 'refused';
    // After a lost answer the request may exist, even if the service refuses the repeat.
    if (refused && !doubtful) {
      onEnd(facts.id, 'refused', error.description);
      return null;
    }
    doubtful ||= error.kind === 'no_answer';
    await backoff.wait(fails);
  }
  return null;
}
