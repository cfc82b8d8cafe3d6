import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const FILE = /^licen[cs]e/i;

/**
 * The licences of the packages of `files` as one text, which is delivered with the bundle. A
 * package without a licence file is listed with its manifest's licence.
 */
export function licencesOf(files: readonly string[]): string {
  const folders = files
    .map((file) => FOLDER.exec(file)?.[0])
    .filter((folder) => folder !== undefined);
  return [...new Set(folders)]
    .sort()
    .map(licenceOf)
    .join(`\n${'-'.repeat(72)}\n\n`);
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const head = `${name} ${version}, ${license}`;
  const file = readdirSync(resolve(folder)).find((entry) => FILE.test(entry));
  if (file === undefined) return `${head}\n`;
  return `${head}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
