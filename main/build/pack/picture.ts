import { createSender } from '../../../shared/client/send.ts';
import { cataloguePictureMade } from '../../../shared/protocol/catalogue.ts';
import { ROUTES } from '../../../shared/protocol/routes.ts';
import { systemClock, systemFetch } from '../../host/adapters/machine.ts';

/** What the line that a started service prints has of its demo shop. */
export type DemoShop = {
  readonly base_url: string;
  readonly merchant: { readonly id: string };
  readonly users: readonly { readonly id: string; readonly private_key_pem?: string | undefined }[];
};

/** A black point, PNG. */
const POINT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

/**
 * Sends a picture to a started service, which decodes it in a thread with files of its own. Returns the problem as a
 * sentence, or null.
 */
export async function pictureProblem({
  base_url,
  merchant,
  users,
}: DemoShop): Promise<string | null> {
  const user = users.find((one) => one.private_key_pem !== undefined);
  if (user?.private_key_pem === undefined) return 'the service has no user with a key';
  const credentials = { kind: 'key', privateKey: user.private_key_pem } as const;
  const send = createSender({
    merchantId: merchant.id,
    userId: user.id,
    credentials,
    baseUrl: base_url,
    clock: systemClock,
    fetch: systemFetch,
  });
  const { cataloguePictureCreate } = ROUTES;
  const added = await send(cataloguePictureCreate, cataloguePictureMade, {
    body: { image: POINT },
  });
  return added.ok ? null : `the service did not take a picture: ${added.error.kind}`;
}
