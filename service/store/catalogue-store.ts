import type { Instant } from '../../shared/time/clock.ts';
import type { ChannelMessage } from './effects.ts';

/** One version of a shop's catalogue. It never changes after it was written. */
export type CatalogueVersion = {
  readonly version: number;
  readonly at: Instant;
  /** Who made it: an API user, an integrator, or the e-mail address of a person of the portal. */
  readonly by: string;
  /** What changed, as JSON, and how many differences there were in all. */
  readonly differences: string;
  readonly changed: number;
};

/** A version with its document as JSON; null if the document is not kept any more. */
export type CatalogueContent = CatalogueVersion & { readonly document: string | null };

export type CataloguePicture = { readonly type: string; readonly image: Uint8Array };

/** Pictures that a version uses and the one before did not, and the other way round. */
export type PictureMoves = { readonly taken: readonly string[]; readonly left: readonly string[] };

/** How much a shop has stored of something. */
export type StoredAmount = { readonly count: number; readonly bytes: number };

/** The catalogue of one till, as the till said. */
export type SeenCatalogue = {
  readonly posId: string;
  /** The version it sells by; 0 for a file of its own or none. */
  readonly version: number;
  /** Why it refused a newer one, for the operator; null if it did not. */
  readonly problem: string | null;
  readonly at: Instant;
};

export interface CatalogueStore {
  /** The newest version; null before the first one. */
  newest(merchantId: string): Promise<CatalogueContent | null>;
  /** The number of the newest version; 0 before the first one. */
  newestVersion(merchantId: string): Promise<number>;
  read(merchantId: string, version: number): Promise<CatalogueContent | null>;
  /** Versions before `before`, newest first, without their documents. */
  history(merchantId: string, before: number, limit: number): Promise<readonly CatalogueVersion[]>;
  /**
   * Writes the version after the newest one, with its message, and drops the documents of versions up to
   * `dropTo`, and what is too old for the history (D-607). Of the message's channel only this message stays. False if the version exists already, or a picture that
   * it takes does not.
   */
  put(
    merchantId: string,
    version: CatalogueContent,
    message: ChannelMessage,
    dropTo: number,
    moves: PictureMoves,
  ): Promise<boolean>;
  picture(merchantId: string, name: string): Promise<CataloguePicture | null>;
  /** Those of the names that have a picture. */
  pictures(merchantId: string, names: readonly string[]): Promise<readonly string[]>;
  /**
   * Writes a picture that no version uses since `at`; a name is made from the bytes, so an existing one is the same
   * picture.
   */
  putPicture(
    merchantId: string,
    name: string,
    picture: CataloguePicture,
    at: Instant,
  ): Promise<void>;
  /** All pictures of a shop. */
  storedPictures(merchantId: string): Promise<StoredAmount>;
  /** Removes pictures of all shops that no kept document has used since `before`, at most `limit`; returns how many. */
  sweepPictures(before: Instant, limit: number): Promise<number>;
  /** Notes what a till said; an older report than the stored one changes nothing. */
  note(merchantId: string, seen: SeenCatalogue): Promise<void>;
  /** What one till said last; null if it has not said anything. */
  seenBy(merchantId: string, posId: string): Promise<SeenCatalogue | null>;
  /** What the tills said last, by their ids. */
  seen(merchantId: string, limit: number): Promise<readonly SeenCatalogue[]>;
}
