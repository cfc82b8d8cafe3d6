import { readFile } from 'node:fs/promises';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { readLogo } from '../../merchants/logo.ts';
import type { Command } from './command.ts';

/** `list-merchants`: id, name, integrator, in byte order of the ids. */
export const listMerchants: Command = {
  usage: 'list-merchants',
  summary: 'list the merchants',
  words: [],
  options: [],
  async run(deps) {
    const { merchants } = await deps.store();
    const lines: string[] = [];
    for (let after: string | null = null; ; ) {
      const page = await merchants.list(after, 100);
      for (const id of page) {
        const record = await merchants.record(id);
        if (record === null) continue;
        lines.push([id, record.name, record.integratorId ?? ''].join('\t').trimEnd());
      }
      const last = page.at(-1);
      if (last === undefined) return answer(lines);
      after = last;
    }
  },
};

/** `set-integrator`: sets the integrator that may act for a merchant (D-05). */
export const setIntegrator: Command = {
  usage: 'set-integrator MERCHANT INTEGRATOR|none',
  summary: 'say which integrator may act for a merchant',
  words: ['MERCHANT', 'INTEGRATOR'],
  options: [],
  async run(deps, { words: [merchant = '', integrator = ''] }) {
    const { merchants, integrators } = await deps.store();
    const record = await merchants.record(merchant);
    if (record === null) return refuse('Not Found', `There is no merchant ${merchant}.`);
    const integratorId = integrator === 'none' ? null : integrator;
    if (integratorId !== null && (await integrators.read(integratorId)) === null) {
      return refuse('Not Found', `There is no integrator ${integratorId}; create it first.`);
    }
    await merchants.putRecord({ ...record, integratorId });
    return answer([`merchant ${merchant}: integrator ${integratorId ?? 'none'}`]);
  },
};

/** `set-logo`: the image of `GET /merchant/<id>/logo` (D-68). */
export const setLogo: Command = {
  usage: 'set-logo MERCHANT FILE',
  summary: 'set the logo of a merchant, a PNG image',
  words: ['MERCHANT', 'FILE'],
  options: [],
  async run(deps, { words: [merchant = '', file = ''] }) {
    const bytes = await readFile(file).catch(() => null);
    if (bytes === null) return refuse('Not Found', `The file ${file} cannot be read.`);
    const logo = readLogo(bytes);
    if (!logo.ok) return logo;
    const { merchants } = await deps.store();
    if ((await merchants.read(merchant)) === null) {
      return refuse('Not Found', `There is no merchant ${merchant}.`);
    }
    await merchants.putLogo(merchant, logo.value);
    return answer([`merchant ${merchant}: logo of ${bytes.length} bytes`]);
  },
};
