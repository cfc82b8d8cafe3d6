import { readFileSync } from 'node:fs';
import { freemem, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { findPackageRoot } from '../../../shared/node/folders.ts';

const packageFile = z.object({ version: z.string().max(50) });
const MEGABYTE = 1024 * 1024;

/** Versions and memory of this machine, for support. */
export function aboutThisMachine(): Readonly<Record<string, string>> {
  const { platform, arch, versions } = process;
  const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
  return {
    tillkit: ownVersion(),
    node: versions.node,
    electron: versions.electron ?? 'none',
    system: `${platform} ${release()} ${arch}`,
    language: Intl.DateTimeFormat().resolvedOptions().locale,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    'up for': `${Math.round(process.uptime() / 60)} min`,
    memory: `${megabytes(freemem())} of ${megabytes(totalmem())} free`,
    'own memory': megabytes(process.memoryUsage.rss()),
  };
}

/** The product's version; unknown in a bundle by others. */
export function ownVersion(): string {
  const root = findPackageRoot();
  if (root === null) return 'unknown';
  const text: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return packageFile.safeParse(text).data?.version ?? 'unknown';
}
