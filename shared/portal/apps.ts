import { z } from 'zod';
import { line } from '../protocol/basic.ts';
import { LIMITS } from '../protocol/limits.ts';

const app = z.object({
  id: z.string(),
  name: z.string(),
  redirect_uris: z.array(z.string()),
});
export type PortalApp = z.infer<typeof app>;

/** `GET /apps`: the merchant's applications for the redirect flow (D-124). */
export const portalApps = z.object({ items: z.array(app) });

/** `POST /apps` and `POST /apps/<id>`, for users who hold a key; the rules check the addresses. */
export const portalAppInput = z.object({
  name: line(LIMITS.merchantNameMax),
  redirect_uris: z.array(line(LIMITS.uriMax)).max(100),
});

/** `POST /apps` and `POST /apps/<id>/secret`: the secret is in this answer and never again. */
export const portalAppSecret = z.object({ app, secret: z.string() });
export type PortalAppSecret = z.infer<typeof portalAppSecret>;

/** `POST /apps/<id>` answers the application; `DELETE /apps/<id>` removes it with its tokens. */
export const portalApp = app;
