import type { SentBy } from '../../shared/node/http/peer-user.ts';

/** False for requests of programs of another user of this machine. */
export type OwnUser = (request: SentBy) => Promise<boolean>;

/** What has a demo that only the own user of this machine may use. */
type Demo = { readonly demo: boolean; readonly ownUser: OwnUser };

/** The services for one request: without the demo for other users of this machine. */
export async function servicesFor<T extends Demo>(services: T, request: SentBy): Promise<T> {
  if (!services.demo || (await services.ownUser(request))) return services;
  return { ...services, demo: false };
}
