import { z } from 'zod';
import type { PortalApp, PortalAppSecret } from '../../../shared/portal/apps.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import {
  changeApplication,
  type NewApplication,
  redirectUris,
  registerApplication,
  removeApplication,
  renewApplicationSecret,
} from '../../merchants/applications.ts';
import type { OauthClient } from '../../store/oauth-store.ts';
import type { PortalCall, PortalEndpoint } from '../endpoint.ts';

const appView = ({ id, name, redirectUris: uris }: OauthClient): PortalApp => ({
  id,
  name,
  redirect_uris: [...uris],
});

function secretView(made: Answer<NewApplication>): Answer<PortalAppSecret> {
  return made.ok ? answer({ app: appView(made.value.client), secret: made.value.secret }) : made;
}

/** `GET /portal/v1/apps`: the merchant's applications, by their ids. */
export const apps: PortalEndpoint<'apps'> = async (call) => {
  const { store } = call.services.deps;
  const stored = await store.oauth.clientsOf(call.session.merchantId, LIMITS.applicationsMax);
  return answer({ items: stored.map(appView) });
};

function inputOf(body: PortalCall<'appCreate'>['body']) {
  const checked = validate(z.object({ redirect_uris: redirectUris }), body);
  if (!checked.ok) return checked;
  return answer({ name: body.name, uris: checked.value.redirect_uris });
}

/** `POST /portal/v1/apps`: registers an application; its secret is returned only once. */
export const appCreate: PortalEndpoint<'appCreate'> = async (call) => {
  const input = inputOf(call.body);
  if (!input.ok) return input;
  const { merchantId } = call.session;
  const values = { id: null, ...input.value };
  return secretView(await registerApplication(call.services.deps, merchantId, values));
};

/** `POST /portal/v1/apps/<id>`: changes the name and the redirect addresses. */
export const appChange: PortalEndpoint<'appChange'> = async (call) => {
  const input = inputOf(call.body);
  if (!input.ok) return input;
  const { store } = call.services.deps;
  const id = call.params.id;
  const changed = await changeApplication(store, call.session.merchantId, id, input.value);
  return changed.ok ? answer(appView(changed.value)) : changed;
};

/** `POST /portal/v1/apps/<id>/secret`: replaces the secret; the earlier one ends at once. */
export const appSecret: PortalEndpoint<'appSecret'> = async (call) => {
  const { merchantId } = call.session;
  const id = call.params.id;
  return secretView(await renewApplicationSecret(call.services.deps, merchantId, id));
};

/** `DELETE /portal/v1/apps/<id>`: removes the application and revokes its tokens. */
export const appRemove: PortalEndpoint<'appRemove'> = async (call) => {
  const { store } = call.services.deps;
  const id = call.params.id;
  const removed = await removeApplication(store, call.session.merchantId, id);
  return removed.ok ? answer(null) : removed;
};
