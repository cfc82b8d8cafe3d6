import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { decode } from '../../host/journal/line-format.ts';
import { askAtNextStart } from '../../host/journal/recovery.ts';
import { openJournal } from '../../host/on-this-machine.ts';

type Recovered = { readonly ok: boolean; readonly sentence: string };

/**
 * Repairs a damaged journal: keeps the damaged file, keeps every whole record, and makes the till
 * ask the service for its open payments before it sells again.
 */
export async function recoverJournal(path: string): Promise<Recovered> {
  if (!existsSync(path)) return { ok: false, sentence: `There is no journal at ${path}.` };
  const { damage, records } = decode(await readFile(path));
  if (damage === null) {
    return { ok: true, sentence: 'The journal is intact; there is nothing to recover.' };
  }
  const refused = await openJournal({ path });
  if (refused.ok) await refused.journal.close();
  else if (refused.failure.kind !== 'damaged') {
    return { ok: false, sentence: refused.failure.description };
  }
  // Written first, because a salvaged journal must never be used without that request.
  await askAtNextStart(path);
  const opened = await openJournal({ path, onDamage: 'salvage' });
  if (!opened.ok) return { ok: false, sentence: opened.failure.description };
  await opened.journal.close();
  const kept = `${path}.damaged-${damage.offset}`;
  return {
    ok: true,
    sentence:
      `Recovered ${records.length} records; the damaged file is kept at ${kept}. Start the till while ` +
      'the service is reachable: the till asks it for its open payments.',
  };
}
