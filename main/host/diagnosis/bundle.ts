import { readdirSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { PrintingView } from '../../../shared/bridge/maintenance.ts';
import type { DiagnosisResult } from '../../../shared/diagnosis/checks.ts';
import { sayDiagnosis } from '../../../shared/diagnosis/say.ts';
import { readPrivateFile } from '../../../shared/node/private-file.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { tokenPath } from '../local-api/token-file.ts';
import { crashList, iso, journalSummary, lastLog, settingsText } from './bundle-files.ts';
import { redact } from './redact.ts';
import { type ZipEntry, zip } from './zip.ts';

export type BundleContent = {
  /** The till's data directory. */
  readonly directory: string;
  readonly at: Instant;
  /** Versions and machine data, one per line. */
  readonly about: Readonly<Record<string, string>>;
  readonly results: readonly DiagnosisResult[];
  readonly printing: PrintingView | null;
  /** Values that must not appear, whichever file contains them. */
  readonly secrets: readonly string[];
};

/** Folder of the support files in the data directory, and how many it keeps. */
export const SUPPORT_FOLDER = 'support';
const KEPT = 5;
const NAME = /^tillkit-support-[\dT]+\.zip$/;
const SETTINGS = ['settings.json', 'shell.json', 'connection.json'] as const;

const apiToken = z.object({ token: z.string() });

/**
 * A zip with the data that support needs: versions, checks, settings, figures of the journal, the
 * last log lines and crash times. It contains no secret, token, phone number or text of a sale.
 */
export async function supportBundle(content: BundleContent): Promise<Buffer> {
  const { directory, at, about, results, printing } = content;
  const own = await readPrivateFile(tokenPath(directory), apiToken).catch(() => null);
  const secrets = [...content.secrets, ...(own === null ? [] : [own.token])];
  const settings = await Promise.all(
    SETTINGS.map(async (name) => ({ name, text: await settingsText(directory, name) })),
  );
  const entries: ZipEntry[] = [
    { name: 'about.txt', text: aboutText({ ...about, written: iso(at) }) },
    { name: 'checks.txt', text: checksText(results) },
    { name: 'checks.json', text: `${JSON.stringify(results, null, 2)}\n` },
    { name: 'journal.txt', text: await journalSummary(directory) },
    { name: 'log.txt', text: await lastLog(directory) },
    { name: 'crashes.txt', text: crashList(directory) },
    { name: 'printing.json', text: `${JSON.stringify(printing, null, 2)}\n` },
    ...settings.flatMap(({ name, text }) => (text === null ? [] : [{ name, text }])),
  ];
  // All texts are redacted: a harmless text may contain a secret after an update.
  return zip(
    entries.map(({ name, text }) => ({ name, text: redact(text, secrets) })),
    at,
  );
}

/** Writes a bundle readable by its owner only, and keeps the newest few. Returns its path. */
export async function keepBundle(directory: string, bytes: Buffer, at: Instant): Promise<string> {
  const folder = join(directory, SUPPORT_FOLDER);
  const stamp = iso(at).replaceAll(/[-:]|\.\d+Z/g, '');
  const path = join(folder, `tillkit-support-${stamp}.zip`);
  await writeBundle(path, bytes);
  const old = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -KEPT);
  for (const name of old) rmSync(join(folder, name), { force: true });
  return path;
}

export async function writeBundle(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes, { mode: 0o600, flush: true });
}

/** The checks as text, one line each. */
export function checksText(results: readonly DiagnosisResult[]): string {
  const lines = results.map((result) => {
    const number = String(result.number).padStart(2);
    return `${number}  ${result.state.padEnd(7)}  ${sayDiagnosis(result)}`;
  });
  return `${lines.join('\n')}\n`;
}

function aboutText(about: Readonly<Record<string, string>>): string {
  return Object.entries(about)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
