import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { startCommand } from '../../shared/node/command.ts';
import { appDataDirectory } from '../../shared/node/folders.ts';
import { instantOf } from '../../shared/time/clock.ts';
import { systemClock, thisMachine } from '../host/adapters/machine.ts';
import { checksText, supportBundle, writeBundle } from '../host/diagnosis/bundle.ts';
import { aboutThisMachine } from '../host/diagnosis/machine-access.ts';
import { DIAGNOSE_HELP, type DiagnoseCommand, parseDiagnose } from './diagnose/arguments.ts';
import { diagnoseDirectory } from './diagnose/diagnose-directory.ts';

/** Diagnoses a till from its data directory; returns the exit code. */
async function diagnose({ directory: folder, bundle, form }: DiagnoseCommand): Promise<number> {
  const directory = resolve(folder ?? appDataDirectory(thisMachine.platform, thisMachine.env));
  if (!existsSync(directory)) {
    console.error(`There is no till at ${directory}; name its data folder.`);
    return 1;
  }
  const { results, secrets } = await diagnoseDirectory(directory, systemClock);
  const words = checksText(results).trimEnd();
  console.log(form === 'json' ? JSON.stringify(results, null, 2) : words);
  if (bundle !== null) {
    const at = instantOf(systemClock.now());
    const about = aboutThisMachine();
    const content = { directory, at, about, results, printing: null, secrets };
    await writeBundle(resolve(bundle), await supportBundle(content));
    // Standard output contains the checks only.
    console.error(`Written: ${resolve(bundle)}`);
  }
  return results.some(({ state }) => state === 'failed') ? 1 : 0;
}

await startCommand({
  help: DIAGNOSE_HELP,
  parse: parseDiagnose,
  run: ({ command }) => diagnose(command),
});
