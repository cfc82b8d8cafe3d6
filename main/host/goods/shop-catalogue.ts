import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { catalogueOf } from '../../../shared/catalogue/schema.ts';
import type { Identity } from '../../../shared/client/index.ts';
import { type ClientError, failureOf } from '../../../shared/client/result.ts';
import { numberOfShopVersion, shopVersion } from '../../../shared/device/bridge/goods.ts';
import type { GoodsChange } from '../../../shared/device/commands/goods.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { present } from '../../../shared/objects/present.ts';
import { type CatalogueReport, catalogueChanged } from '../../../shared/protocol/catalogue.ts';
import { catalogueDocument, pictureName } from '../../../shared/protocol/catalogue-document.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { ROUTES } from '../../../shared/protocol/routes.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { MINUTE, SECOND, type Stopwatch } from '../../../shared/time/clock.ts';
import { keepIn } from '../adapters/kept-value.ts';
import type { SmallFiles } from '../adapters/small-files.ts';
import { senderOf, type TillAccess, type Wire } from '../service/access.ts';
import { type CatalogueRead, invalidFields } from './catalogue-file.ts';
import { keepPicture, PICTURES_FOLDER } from './pictures.ts';

/** Name of the file in the data directory with the last good catalogue of the shop. */
export const SHOP_CATALOGUE_FILE = 'shop-catalogue.json';

/** What the service says of the catalogue. `none`: the shop has none there; `no_answer`: ask again. */
export type ShopRead =
  | { readonly kind: 'same' | 'none' | 'no_answer' }
  | { readonly kind: 'version'; readonly version: number; readonly document: unknown };

/** Whether the service has noted a report. `refused`: not now, such as for a till that nobody has registered yet. */
export type Reported = 'noted' | 'refused' | 'no_answer';

/** The part of the service that the catalogue needs. Nothing here rejects. */
export type ShopSource = {
  /** `same` if the service has exactly this version. */
  read(unless: number): Promise<ShopRead>;
  picture(name: string): Promise<Uint8Array | null>;
  report(report: CatalogueReport): Promise<Reported>;
  /** False if this till has no key with which it may change the catalogue. */
  readonly mayChange: boolean;
  /** Changes the catalogue of the version that the person saw. */
  change(order: ShopOrder): Promise<ShopChanged>;
};

/** The change of a person at this till; the person is null at a till without staff. */
export type ShopOrder = {
  readonly version: number;
  readonly change: GoodsChange;
  readonly person: string | null;
};
/** What became of it. `no_key`: this till has no key with which it may change the catalogue. */
export type ShopChanged = 'done' | 'changed_meanwhile' | 'no_answer' | 'no_key' | 'wrong';

/** The catalogue of the shop on this till. */
export interface ShopCatalogue {
  /** The last good version; null if the shop has none in its service. */
  current(): CatalogueRead | null;
  /** Called after each swap. */
  subscribe(listener: () => void): () => void;
  /** A hint that the service may have another version: it is read soon. */
  hint(): void;
  /** False if this till has no key with which it may change the catalogue in the service. */
  readonly mayChange: boolean;
  /** Changes the catalogue in the service. `version` is the name of the one that the person saw. */
  change(version: string, order: Omit<ShopOrder, 'version'>): Promise<ShopChanged>;
  stop(): void;
}

export type ShopCatalogueDeps = {
  readonly directory: string;
  readonly files: SmallFiles;
  readonly merchantId: string;
  readonly source: ShopSource;
  readonly clock: Pick<Stopwatch, 'after'>;
  /** Writes a line for the operator. */
  readonly report: (sentence: string) => void;
};

/** Time until the service is asked again without a hint: after an answer, and without one. */
const AGAIN = 5 * MINUTE;
const AGAIN_UNANSWERED = 30 * SECOND;

const kept = z.object({
  /** The shop whose catalogue it is: a till that is paired with another one does not use it. */
  merchant_id: z.string(),
  version: z.int().min(1),
  catalogue: catalogueDocument,
});
type Kept = z.output<typeof kept>;

/**
 * Reads the last good catalogue from the disk, and follows the service's: at the start, after each hint, and
 * every few minutes. A version that the schema does not accept is refused whole. The till sells by the last
 * good one meanwhile, also offline (D-267).
 */
export function openShopCatalogue(deps: ShopCatalogueDeps): ShopCatalogue {
  const { directory, files, merchantId, source, clock, report } = deps;
  const file = keepIn<Kept>(files, join(directory, SHOP_CATALOGUE_FILE), kept);
  const listeners = createListeners();
  const stored = file.read();
  let present = stored?.merchant_id === merchantId ? stored : null;
  let current: Read | null = present === null ? null : readOf(present);
  /** What the service has noted last. */
  let reported = '';
  let problem: string | null = null;
  let asking = false;
  let hinted = false;
  let stopped = false;
  let cancel = () => {};

  async function take(version: number, document: unknown): Promise<void> {
    const checked = validate(catalogueDocument, document);
    if (!checked.ok) {
      const words = invalidFields(checked.refusal.details ?? {});
      const said = `Version ${version} is not valid: ${words}`.slice(0, LIMITS.catalogueProblemMax);
      if (said !== problem) report(`The shop's catalogue is refused. ${said}.`);
      problem = said;
      return;
    }
    const { products } = checked.value;
    await fetchPictures(
      directory,
      source,
      products.flatMap(({ picture }) => picture ?? []),
    );
    if (stopped) return;
    problem = null;
    present = { merchant_id: merchantId, version, catalogue: checked.value };
    file.write(present, { flush: true });
    current = readOf(present);
    listeners.tell();
  }

  /** Asks once; false if the service did not answer. */
  async function ask(): Promise<boolean> {
    const read = await source.read(present?.version ?? 0);
    if (stopped || read.kind === 'no_answer') return false;
    if (read.kind === 'none') return true;
    if (read.kind === 'version') await take(read.version, read.document);
    const now = { version: present?.version ?? 0, problem };
    if (stopped || JSON.stringify(now) === reported) return true;
    if (now.version === 0 && problem === null) return true;
    const said = await source.report(now);
    if (said === 'noted') reported = JSON.stringify(now);
    return said !== 'no_answer';
  }

  async function askAll(): Promise<void> {
    asking = true;
    let answered = true;
    do {
      hinted = false;
      answered = await ask();
    } while (hinted && !stopped);
    asking = false;
    if (!stopped) cancel = clock.after(answered ? AGAIN : AGAIN_UNANSWERED, begin);
  }

  function begin(): void {
    hinted = true;
    if (asking || stopped) return;
    cancel();
    void askAll();
  }

  begin();
  return {
    current: () => current,
    subscribe: listeners.subscribe,
    hint: begin,
    mayChange: source.mayChange,
    async change(version, order) {
      // An older version too: the service knows a repeat after a lost answer, which differs in nothing.
      const seen = numberOfShopVersion(version);
      if (seen === null) return 'changed_meanwhile';
      const changed = await source.change({ ...order, version: seen });
      if (changed === 'done' || changed === 'changed_meanwhile') begin();
      return changed;
    },
    stop() {
      stopped = true;
      cancel();
      listeners.clear();
    },
  };
}

type Read = Extract<CatalogueRead, { readonly kind: 'read' }>;

function readOf({ version, catalogue }: Kept): Read {
  const name = shopVersion(version);
  return { kind: 'read', catalogue: catalogueOf(catalogue), document: catalogue, version: name };
}

/** Names of the service's own pictures begin with a hash of their bytes. */
const HASHED = /^([0-9a-f]{32})\.(?:png|jpg)$/;

/**
 * Writes the pictures that the till does not have. Bytes that do not fit their name are not written. A product
 * whose picture is missing shows its name; the next version or start tries again.
 */
async function fetchPictures(
  directory: string,
  source: ShopSource,
  names: readonly string[],
): Promise<void> {
  const folder = join(directory, PICTURES_FOLDER);
  for (const name of new Set(names)) {
    const hash = HASHED.exec(name)?.[1];
    const path = join(folder, name);
    if (hash === undefined || !pictureName.safeParse(name).success || existsSync(path)) continue;
    const image = await source.picture(name);
    if (image === null || image.length > LIMITS.pictureBytesMax) continue;
    if (!createHash('sha256').update(image).digest('hex').startsWith(hash)) continue;
    // The journal reports a full disk.
    keepPicture(directory, name, image);
  }
}

/** The reply of the service before the till has checked its content. */
const anyCatalogue = z.object({ version: z.int(), catalogue: z.unknown() }).nullable();

/**
 * The shop's catalogue by the till's own credentials. Changes are signed by `signing`; without it the till makes
 * none.
 */
export function shopSourceOf(
  access: TillAccess,
  posId: string,
  signing: Identity | null,
  wire: Wire,
): ShopSource {
  const send = senderOf(access, wire);
  const { catalogueRead, cataloguePictureRead, catalogueReport, catalogueChange } = ROUTES;
  const sign = signing && senderOf(access, wire, signing);
  return {
    mayChange: signing !== null,
    async read(unless) {
      const query = [['unless_version', unless]] as const;
      const read = await send(catalogueRead, anyCatalogue, { query });
      if (read.ok) {
        if (read.value === null) return { kind: 'same' };
        const { version, catalogue: document } = read.value;
        return version === 0 ? { kind: 'none' } : { kind: 'version', version, document };
      }
      // A service that does not have this extension refuses the address.
      const isOther = read.error.kind !== 'no_answer' && read.error.status === 404;
      return { kind: isOther ? 'none' : 'no_answer' };
    },
    async picture(name) {
      const read = await send.file(cataloguePictureRead, { params: { name } });
      return read.ok ? read.value : null;
    },
    async report(body) {
      const sent = await send(catalogueReport, z.null(), { params: { pos_id: posId }, body });
      if (sent.ok) return 'noted';
      return failureOf(sent.error).kind === 'refused' ? 'refused' : 'no_answer';
    },
    async change({ version, change, person }) {
      if (sign === null) return 'no_key';
      const body = { version, changes: [change], ...present({ person: person ?? undefined }) };
      const sent = await sign(catalogueChange, catalogueChanged, { body });
      if (sent.ok) return 'done';
      const isOld = sent.error.kind === 'refused' && sent.error.status === 409;
      return isOld ? 'changed_meanwhile' : notDone(sent.error);
    },
  };
}

function notDone(error: ClientError): ShopChanged {
  const failure = failureOf(error);
  if (failure.kind !== 'refused') return 'no_answer';
  return failure.status === 401 || failure.status === 403 ? 'no_key' : 'wrong';
}
