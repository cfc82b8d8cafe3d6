import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openJournal } from '../../../main/host/on-this-machine.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { testIds } from '../../support/till.ts';

const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url));

it('a till killed during writes keeps every acknowledged record', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tillkit-journal-kill-'));
  const path = join(directory, 'journal');
  let acknowledged = 0;
  try {
    for (let life = 0; life < 4; life += 1) {
      const child = spawn(process.execPath, [WRITER, path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const gone = new Promise((resolve) => child.once('exit', resolve));
      const target = acknowledged + 20 + life;
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged = Number(line);
        if (acknowledged >= target) child.kill('SIGKILL');
      }
      await gone;
      const opened = await openJournal({ path, clock: createManualClock(), ids: testIds() });
      if (!opened.ok) throw new Error(opened.failure.description);
      const found = opened.journal.records.length;
      await opened.journal.close();
      expect(found).toBeGreaterThanOrEqual(acknowledged);
      // At most what was under way besides.
      expect(found).toBeLessThanOrEqual(acknowledged + 50);
      acknowledged = found;
    }
    expect(acknowledged).toBeGreaterThan(80);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
