// Plain JavaScript, as its neighbours.
import { readFileSync } from 'node:fs';
import tls from 'node:tls';

const OPTION = '--ca-file';

/**
 * Trusts the certificate authorities in a file (PEM) in addition to the usual ones, for every
 * connection of this process and of those that it starts.
 *
 * @param {string} file
 * @returns {string | null} a sentence about what is wrong with the file, or null
 */
export function trustAuthorities(file) {
  if (tls.setDefaultCACertificates === undefined) {
    return `${OPTION} needs Node 24.5 or newer; set NODE_EXTRA_CA_CERTS=${file}.`;
  }
  try {
    const usual = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...usual, readFileSync(file, 'utf8')]);
  } catch (error) {
    return `The certificates in ${file} cannot be read (${error.code ?? error}).`;
  }
  process.env.NODE_EXTRA_CA_CERTS = file;
  return null;
}

/**
 * Takes `--ca-file FILE` out of a command line and trusts the file's authorities. Returns the other
 * arguments, or a sentence about what is wrong.
 */
export function trustCaFile(args) {
  const at = args.findIndex((word) => word === OPTION || word.startsWith(`${OPTION}=`));
  if (at === -1) return { args };
  const inline = args[at].slice(OPTION.length + 1);
  const file = inline || args[at + 1];
  if (!file) return { problem: `${OPTION} must name a file of certificates (PEM).` };
  const problem = trustAuthorities(file);
  return problem === null ? { args: args.toSpliced(at, inline ? 1 : 2) } : { problem };
}
