/**
 * A time zone in which it is about midday now, so that the sales of a test are on one day of the shop
 * at any time at which the tests run.
 *
 * @param now UTC, in milliseconds since 1970.
 */
export function middayZone(now: number): string {
  const hoursAhead = new Date(now).getUTCHours() - 12;
  // The sign in these names is the opposite of the usual one: `Etc/GMT+3` is three hours behind UTC.
  return `Etc/GMT${hoursAhead < 0 ? '' : '+'}${hoursAhead}`;
}
