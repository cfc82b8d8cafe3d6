import {
  type CatalogueState,
  changedMeanwhile,
  decideChanges,
  NO_CATALOGUE,
} from '../../shared/catalogue/changes.ts';
import { sentenceOf } from '../../shared/catalogue/differences.ts';
import type { Ids } from '../../shared/ids/ids.ts';
import { SHOP_QUOTAS } from '../../shared/limits/shop-quotas.ts';
import { WorkQueue } from '../../shared/limits/work-queue.ts';
import { money, toDecimalString } from '../../shared/money/money.ts';
import { ownTurn } from '../../shared/node/own-turn.ts';
import type { Pictures } from '../../shared/node/pictures/pictures.ts';
import type { KeptDifference } from '../../shared/portal/catalogue.ts';
import type {
  CatalogueChange,
  CatalogueChanged,
  CatalogueImported,
  CataloguePictureMade,
  CsvAmounts,
  Difference,
} from '../../shared/protocol/catalogue.ts';
import type { CatalogueDocument } from '../../shared/protocol/catalogue-document.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import {
  CATALOGUE_CHANGED,
  CATALOGUE_CHANNEL,
  createMessage,
} from '../../shared/protocol/events.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Clock, DueSource, Instant } from '../../shared/time/clock.ts';
import { finished } from '../../shared/time/in-pieces.ts';
import type {
  CatalogueContent,
  CataloguePicture,
  PictureMoves,
  SeenCatalogue,
  StoredAmount,
} from '../store/catalogue-store.ts';
import type { Store } from '../store/store.ts';
import { changesOfCsv, productsAsCsv } from './csv.ts';

/** A version of a catalogue with when and by whom it was made; null for version 0. */
export type Catalogue = CatalogueState & {
  readonly made: { readonly at: Instant; readonly by: string } | null;
};

/** A version of the history, without its content. */
export type CatalogueNote = {
  readonly version: number;
  readonly at: Instant;
  readonly by: string;
  /**
   * The first differences, and how many there were. An entry of the first versions of the service is the
   * sentence itself.
   */
  readonly differences: readonly KeptDifference[];
  readonly changed: number;
};

/** Changes of one person on the version that the person saw. */
export type CatalogueOrder = {
  readonly by: string;
  readonly version: number;
  readonly dryRun: boolean;
  readonly changes: readonly CatalogueChange[];
  /** Says whether the person may make these differences; everything when left out. */
  readonly mayMake?: (differences: readonly Difference[]) => boolean;
};

/** A CSV file in place of changes. */
export type CsvOrder = Omit<CatalogueOrder, 'changes'> & {
  readonly csv: string;
  readonly amounts: CsvAmounts;
};

/** The catalogue of each shop, for every audience of the service. */
export interface Catalogues {
  /** The newest version; version 0 is empty. */
  read(merchantId: string): Promise<Catalogue>;
  /** Null for an unknown version and for one whose content is not kept any more. */
  readVersion(merchantId: string, version: number): Promise<Catalogue | null>;
  /** Versions before `before`, newest first, with the `before` of the next page. */
  history(
    merchantId: string,
    before: number | null,
  ): Promise<{ readonly notes: readonly CatalogueNote[]; readonly next: number | null }>;
  /** Writes a new version and tells the tills, or only says what would differ. */
  change(merchantId: string, order: CatalogueOrder): Promise<Answer<CatalogueChanged>>;
  /** The products as a CSV file. */
  productsCsv(merchantId: string): Promise<string>;
  /** Makes the changes of a CSV file of products, or only says what would differ (D-462). */
  importCsv(merchantId: string, order: CsvOrder): Promise<Answer<CatalogueImported>>;
  /**
   * Writes a picture again and stores it; its name is for `picture` of a product. `Conflict` when the shop has used up
   * its quota (D-441). Requests at the same time may exceed it by the few pictures that may wait.
   */
  addPicture(merchantId: string, bytes: Uint8Array): Promise<Answer<CataloguePictureMade>>;
  /** What a shop has stored of pictures, and what it may store. */
  pictureRoom(merchantId: string): Promise<PictureRoom>;
  picture(merchantId: string, name: string): Promise<CataloguePicture | null>;
  /** Notes what a till sells by. */
  note(merchantId: string, seen: Omit<SeenCatalogue, 'at'>): Promise<void>;
  seen(merchantId: string): Promise<readonly SeenCatalogue[]>;
  /** The English sentences of kept differences. */
  sentences(
    merchantId: string,
    notes: readonly CatalogueNote[],
  ): Promise<readonly (readonly string[])[]>;
  /** Removes pictures that no version uses, in the rounds of due work. */
  readonly due: DueSource;
}

export type CataloguesDeps = {
  readonly store: Pick<Store, 'catalogues' | 'merchants'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly pictures: Pictures;
};

export function createCatalogues(deps: CataloguesDeps): Catalogues {
  const { store, clock, pictures } = deps;
  // One file at a time, in turns of the shops; a shop has a few places to wait (D-504).
  const imports = new WorkQueue(1, LIMITS.importsWaiting, LIMITS.importsWaitingOfShop);
  const { catalogues } = store;
  return {
    read: async (merchantId) => catalogueOf(await catalogues.newest(merchantId)),
    async readVersion(merchantId, version) {
      const stored = await catalogues.read(merchantId, version);
      return stored === null || stored.document === null ? null : catalogueOf(stored);
    },
    async history(merchantId, before) {
      const page = LIMITS.catalogueHistoryPage;
      const from = before ?? Number.MAX_SAFE_INTEGER;
      const stored = await catalogues.history(merchantId, from, page + 1);
      const notes = stored.slice(0, page).map(({ version, at, by, differences, changed }) => {
        // The service wrote the stored text itself.
        const kept: readonly KeptDifference[] = JSON.parse(differences);
        return { version, at, by, differences: kept, changed };
      });
      return { notes, next: stored.length > page ? (notes.at(-1)?.version ?? null) : null };
    },
    change: (merchantId, order) => change(deps, merchantId, order),
    async productsCsv(merchantId) {
      const { document } = catalogueOf(await catalogues.newest(merchantId));
      return productsAsCsv(document, await currencyOf(store, merchantId));
    },
    async importCsv(merchantId, order) {
      const ran = await imports.run(() => importCsv(deps, merchantId, order), merchantId);
      return ran === null ? BUSY : ran.result;
    },
    pictureRoom: async (merchantId) => quotaOf(await catalogues.storedPictures(merchantId)),
    async addPicture(merchantId, bytes) {
      const before = quotaOf(await catalogues.storedPictures(merchantId));
      const isFull = before.count >= before.count_max || before.bytes >= before.bytes_max;
      if (isFull) return refuse('Conflict', NO_ROOM, before);
      const picture = await pictures.write(merchantId, bytes);
      if (!picture.ok) return picture;
      const { name, type, image } = picture.value;
      await catalogues.putPicture(merchantId, name, { type, image }, clock.now());
      return answer({ name, stored: quotaOf(await catalogues.storedPictures(merchantId)) });
    },
    picture: (merchantId, name) => catalogues.picture(merchantId, name),
    note: (merchantId, seen) => catalogues.note(merchantId, { ...seen, at: clock.now() }),
    seen: (merchantId) => catalogues.seen(merchantId, LIMITS.portalListMax),
    async sentences(merchantId, notes) {
      const price = await pricesOf(store, merchantId);
      return notes.map(({ differences }) =>
        differences.map((one) => (typeof one === 'string' ? one : sentenceOf(one, price))),
      );
    },
    due: {
      async run() {
        const before = clock.now() - SHOP_QUOTAS.unusedPictureLife;
        for (let batch = 0; batch < BATCHES; batch += 1) {
          if ((await catalogues.sweepPictures(before, BATCH)) < BATCH) return;
        }
      },
      // No picture needs to go at an exact time.
      nextDue: async () => null,
    },
  };
}

/** Pictures that a commit removes, and commits of a round. */
const BATCH = 100;
const BATCHES = 10;

const NO_ROOM =
  'The shop has no room for another picture. Take pictures off items; a picture is removed a day after the last kept version that used it.';

/** What a shop has stored of pictures, and what it may store (D-441). */
export type PictureRoom = CataloguePictureMade['stored'];

const quotaOf = ({ count, bytes }: StoredAmount): PictureRoom => ({
  count,
  count_max: SHOP_QUOTAS.pictures,
  bytes,
  bytes_max: SHOP_QUOTAS.pictureBytes,
});

/** The pictures that the next document uses and the present one does not, and the other way round. */
function movesOf(present: CatalogueDocument, next: CatalogueDocument): PictureMoves {
  const [before, after] = [picturesOf(present), picturesOf(next)];
  const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...some].filter((name) => !others.has(name));
  return { taken: without(after, before), left: without(before, after) };
}

const picturesOf = ({ products }: Pick<CatalogueDocument, 'products'>): Set<string> =>
  new Set(products.flatMap(({ picture }) => picture ?? []));

function catalogueOf(stored: CatalogueContent | null): Catalogue {
  if (stored === null) return { ...NO_CATALOGUE, made: null };
  const { version, at, by, document } = stored;
  // The service wrote the stored text itself, after checking it.
  const parsed: CatalogueDocument = JSON.parse(document ?? '');
  return { version, document: parsed, made: { at, by } };
}

async function change(
  deps: CataloguesDeps,
  merchantId: string,
  { by, version: seen, dryRun, changes, mayMake = () => true }: CatalogueOrder,
): Promise<Answer<CatalogueChanged>> {
  const { store, clock, ids } = deps;
  const present = catalogueOf(await store.catalogues.newest(merchantId));
  const decided = decideChanges(present, seen, changes);
  if (!decided.ok) return decided;
  const { state, differences } = decided.value;
  if (!mayMake(differences)) return NOT_PERMITTED;
  const unknown = await unknownPictures(deps, merchantId, state.document);
  if (unknown !== null) return unknown;
  const document = JSON.stringify(state.document);
  if (Buffer.byteLength(document) > LIMITS.catalogueBytesMax) return TOO_LARGE;
  const inWords = await wordsFor(deps, merchantId, differences);
  if (dryRun || differences.length === 0) {
    return answer({ version: present.version, differences: inWords });
  }
  const { version } = state;
  const at = clock.now();
  const first = differences.slice(0, LIMITS.catalogueDifferencesKept);
  const next: CatalogueContent = {
    version,
    at,
    by,
    document,
    changed: differences.length,
    differences: JSON.stringify(first),
  };
  const id = ids.message();
  const message = createMessage({ id, event: CATALOGUE_CHANGED, uri: null, seqno: version, at });
  const announced = { channel: CATALOGUE_CHANNEL, message };
  const dropTo = version - 1 - LIMITS.catalogueVersionsKept;
  const moves = movesOf(present.document, state.document);
  const written = await store.catalogues.put(merchantId, next, announced, dropTo, moves);
  if (!written)
    return changedMeanwhile(catalogueOf(await store.catalogues.newest(merchantId)).version);
  return answer({ version, differences: inWords });
}

const BUSY = refuse(
  'Service Unavailable',
  'Other files of products are being read; try again in a moment.',
  { retry_after: 1 },
);

async function importCsv(
  deps: CataloguesDeps,
  merchantId: string,
  { csv, amounts, ...order }: CsvOrder,
): Promise<Answer<CatalogueImported>> {
  const { store } = deps;
  const { document: present } = catalogueOf(await store.catalogues.newest(merchantId));
  const currency = await currencyOf(store, merchantId);
  const read = await finished(changesOfCsv(csv, { amounts, currency, present }), ownTurn);
  if (!read.ok) return read;
  const { changes, ...notes } = read.value;
  const changed = await change(deps, merchantId, { ...order, changes });
  // The next file begins in a turn of its own.
  await ownTurn();
  return changed.ok ? answer({ ...changed.value, ...notes }) : changed;
}

const NOT_PERMITTED = refuse(
  'Bad Request',
  'Your role may change the items, and not the rules of the shop. Nothing was changed. Ask a manager of the shop.',
);

const TOO_LARGE = refuse(
  'Bad Request',
  `A catalogue may have at most ${LIMITS.catalogueBytesMax / 1_024} kB; shorten names or remove products.`,
);

/** A refusal that names each product whose picture was not uploaded; null if all are there. */
async function unknownPictures(
  { store }: Pick<CataloguesDeps, 'store'>,
  merchantId: string,
  { products }: CatalogueDocument,
) {
  const names = [...picturesOf({ products })];
  if (names.length === 0) return null;
  const stored = new Set(await store.catalogues.pictures(merchantId, names));
  const missing = products.flatMap(({ picture }, at) =>
    picture === undefined || stored.has(picture)
      ? []
      : [[`products.${at}.picture`, ['names no picture that was uploaded']] as const],
  );
  if (missing.length === 0) return null;
  return refuse(
    'validation_error',
    'Some products name pictures that were not uploaded; error_details names each of them.',
    Object.fromEntries(missing),
  );
}

/** The differences with their sentences, in which prices are in the shop's own currency. */
async function wordsFor(
  { store }: Pick<CataloguesDeps, 'store'>,
  merchantId: string,
  differences: readonly Difference[],
): Promise<CatalogueChanged['differences']> {
  const price = await pricesOf(store, merchantId);
  return differences.map((one) => ({ ...one, sentence: sentenceOf(one, price) }));
}

/** How prices are written in the sentences of a shop. */
async function pricesOf(
  store: Pick<Store, 'merchants'>,
  merchantId: string,
): Promise<(minor: number) => string> {
  const currency = await currencyOf(store, merchantId);
  return (minor) => `${toDecimalString(money(minor), currency)} ${currency}`;
}

/** The currency in which a shop sells. */
async function currencyOf(store: Pick<Store, 'merchants'>, merchantId: string): Promise<string> {
  return (await store.merchants.read(merchantId))?.currencies[0] ?? 'NOK';
}
