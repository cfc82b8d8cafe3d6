/** What every snapshot tells a screen about goods: the name of the catalogue's version. */
export type GoodsView = {
  /** Changes with the catalogue, which is then read anew; null: there is none to read. */
  readonly catalogue: string | null;
  /** Why there is none, for the person who looks after the till. */
  readonly problem: string | null;
  /** Whether this till may change the items. Without a key for the shop's service it may not change those of the shop. */
  readonly changes: 'possible' | 'no_key';
  /**
   * Address of the portal's page where the rest of an item is changed; null for a till that keeps its items in a file of
   * its own.
   */
  readonly portal: string | null;
};

/** How `GoodsView` names a version of the shop's catalogue, other than one of the till's own file. */
export const shopVersion = (version: number): string => `shop-${version}`;
/** The number in such a name; null for a version of the till's own file. */
export function numberOfShopVersion(name: string): number | null {
  const digits = /^shop-(\d{1,15})$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}
