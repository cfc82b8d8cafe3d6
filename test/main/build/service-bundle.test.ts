import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureProblem } from '../../../main/build/pack/picture.ts';
import { commonMediaTypes } from '../../../main/build/service-bundle.ts';
import { type Installed, installService } from '../../bench/installed.ts';

/*
 * The service's command as an installation has it, in a folder without packages. A module that the bundle
 * does not contain makes the test fail.
 */

const require = createRequire(import.meta.url);

let installed: Installed;
beforeAll(async () => {
  installed = await installService();
});
afterAll(() => installed.remove());

describe('the bundled service', () => {
  it('starts without other packages, creates a payment request, decodes a picture and exits on SIGTERM', async () => {
    const args = ['service', '--ephemeral', '--demo', '--port', '0', '--ready-json'];
    const child = spawn(process.execPath, [installed.command, ...args], {
      cwd: dirname(installed.command),
      env: { ...process.env, NODE_COMPILE_CACHE: installed.cache },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    try {
      const { value } = await createInterface({ input: child.stdout })
        [Symbol.asyncIterator]()
        .next();
      const shop = JSON.parse(value ?? '');
      const { base_url, merchant, users } = shop;
      const reply = await fetch(`${base_url}/payment_request/`, {
        method: 'POST',
        headers: {
          authorization: `SECRET ${users[0].secret}`,
          'x-svc-merchant': merchant.id,
          'x-svc-user': users[0].id,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          action: 'sale',
          amount: 1250,
          currency: 'NOK',
          allow_credit: true,
          pos_id: 'kasse-1',
          pos_tid: 'bundle-1',
          success_return_uri: '',
          failure_return_uri: '',
        }),
      });
      expect(await reply.json()).toMatchObject({ id: expect.stringMatching(/^p\w{11}$/) });
      expect(reply.status).toBe(201);
      expect(await pictureProblem(shop)).toBeNull();
      const keys = await fetch(new URL('/keys/callback.pem', base_url));
      expect(await keys.text()).toContain('BEGIN PUBLIC KEY');
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
  });

  it('contains the licences of its packages', () => {
    const home = join(dirname(installed.command), '../..');
    const text = readFileSync(join(home, 'dist/lib/service/LICENCES.txt'), 'utf8');
    for (const name of ['express', 'zod', 'pino', 'ws', 'pg']) {
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, MIT$`, 'm'));
    }
    expect(text).toMatch(/^@jsquash\/jpeg \d+\.\d+\.\d+, Apache-2\.0$/m);
    expect(text.match(/Permission is hereby granted/g)?.length).toBeGreaterThan(40);
  });
});

it('the bundle knows the media types of every kind of file that the service sends', async () => {
  const kinds =
    'html css js mjs json map png jpg svg gif webp woff2 webmanifest txt csv pdf xml zip yaml';
  // Express has this package, not the product.
  const express = createRequire(require.resolve('express'));
  const outfile = installed.data('mime-types.cjs');
  await build({
    entryPoints: [express.resolve('mime-types')],
    ...{ outfile, bundle: true, platform: 'node', plugins: [commonMediaTypes] },
  });
  const typesOf = (mime: { contentType(kind: string): unknown }) =>
    kinds.split(' ').map((kind) => [kind, mime.contentType(kind)]);
  expect(typesOf(require(outfile))).toEqual(typesOf(express('mime-types')));
});
