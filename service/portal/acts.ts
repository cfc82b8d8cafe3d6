import type { ActKind } from '../../shared/portal/acts.ts';
import type { PORTAL_ROUTES, PortalRouteName } from '../../shared/portal/routes.ts';
import type { PortalRight } from '../../shared/portal/sign-in.ts';
import type { ActDetails } from '../store/acts.ts';
import type { PortalCall } from './endpoint.ts';

type Routes = typeof PORTAL_ROUTES;

/** The routes with which a person changes something of the shop. */
export type ChangingRoute = {
  [N in PortalRouteName]: Routes[N]['method'] extends 'GET'
    ? never
    : Routes[N]['level'] extends PortalRight
      ? N
      : never;
}[PortalRouteName];

type ActOf<N extends ChangingRoute> = N extends ActKind
  ? (call: Pick<PortalCall<N>, 'params' | 'body'>) => ActDetails & { readonly subject: string }
  : /** No act: what it makes is not used before another route names it. */ null;

const byId = ({ params: { id } }: { readonly params: { readonly id: string } }) => ({
  subject: id,
});

/** What each act is about. A route that changes something does not compile without an entry. */
export const ACTS: { readonly [N in ChangingRoute]: ActOf<N> } = {
  refund: ({ params, body }) => ({
    subject: params.tid,
    ...(body.text === null || body.text === '' ? {} : { reason: body.text }),
  }),
  periodAside: ({ params, body }) => ({
    subject: params.id.replace('~', ' Z '),
    reason: body.reason,
  }),
  tillForget: ({ params }) => ({ subject: params.pos_id }),
  tillAlertChange: ({ body }) => ({
    subject: [`${body.silent_minutes} min`, body.callback_uri ?? []].flat().join(', '),
  }),
  pairingCreate: ({ body }) => ({ subject: `${body.pos_id}, ${body.rights}` }),
  pairingRevoke: byId,
  userCreate: ({ body }) => ({ subject: body.id ?? body.label ?? '' }),
  secretRenew: byId,
  keyPut: byId,
  keyRemove: byId,
  userRemove: byId,
  appCreate: ({ body }) => ({ subject: body.name }),
  appChange: byId,
  appSecret: byId,
  appRemove: byId,
  codeCreate: ({ body }) => ({ subject: (body.label || body.serial_number) ?? '' }),
  codeChange: ({ params, body }) => ({ subject: params.id, active: body.active }),
  codeRemove: byId,
  callbackResend: byId,
  catalogueChange: ({ body }) => ({ subject: String(body.version + 1) }),
  catalogueImport: ({ body }) => ({ subject: String(body.version + 1) }),
  cataloguePictureCreate: null,
};
