import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from './folders.ts';

let known: string | null = null;

/** The version of the product; `unknown` in an embedder's bundle, which has no package.json of it. */
export function productVersion(): string {
  known ??= readVersion();
  return known;
}

function readVersion(): string {
  const root = findPackageRoot();
  if (root === null) return 'unknown';
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return String(Object(manifest).version);
}

/**
 * Prints the version if the command line asks for it, so that every command answers `--version` in the same
 * way. Returns true if it did.
 */
export function printedVersion(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  if (!own.includes('--version')) return false;
  process.stdout.write(`${productVersion()}\n`);
  return true;
}
