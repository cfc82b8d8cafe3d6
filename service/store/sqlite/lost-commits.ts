import { readMark } from './commit-mark.ts';
import { openDatabase } from './database.ts';

/**
 * Makes a database that has lost acknowledged commits good for use without them. `lost` is how many
 * that are; 0 changes nothing. Throws `StoreNotOpened` when it is damaged or in use.
 */
export function goOnWithoutLost(path: string): { readonly lost: number; readonly commits: number } {
  const acknowledged = readMark(path)?.commits ?? 0;
  const { count, close } = openDatabase(path, 'accept');
  const { commits } = count;
  close();
  return { lost: Math.max(0, acknowledged - commits), commits };
}
