/**
 * A time zone in which it is about midday now, so that the sales of a test are on one day of the shop
 * at any time at which the tests run.
 *
 * @param now UTC, in milliseconds since 1970.
 */
export const middayZone = (now: number): string => zoneWithHour(now, 12);

/**
 * A time zone without changes of the clocks in which this hour has begun.
 *
 * @param now UTC, in milliseconds since 1970.
 */
export function zoneWithHour(now: number, hour: number): string {
  const behind = new Date(now).getUTCHours() - hour;
  // The zones go from 14 hours before UTC to 12 hours behind it.
  const known = behind < -14 ? behind + 24 : behind > 12 ? behind - 24 : behind;
  // The sign in these names is the opposite of the usual one: `Etc/GMT+3` is three hours behind UTC.
  return `Etc/GMT${known < 0 ? '' : '+'}${known}`;
}
