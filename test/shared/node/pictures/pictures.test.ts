import { describe, expect, it } from 'vitest';
import { boundedModule, PAGE } from '../../../../shared/node/pictures/bounded-module.ts';
import { CODECS, type Codec, codecFile } from '../../../../shared/node/pictures/codecs.ts';
import type { PictureFile } from '../../../../shared/node/pictures/picture-file.ts';
import { PICTURE_LIMITS } from '../../../../shared/node/pictures/picture-limits.ts';
import { createPictures } from '../../../../shared/node/pictures/pictures.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { runtimeClock } from '../../../../shared/runtime.ts';
import { jpegWith, png, scan } from './picture-files.ts';

const FILE = png(8, 8, [1, 2, 3]);
const WRITTEN = { name: 'a.png', type: 'image/png', image: new Uint8Array() };
const LATER = { ok: false, refusal: { type: 'Service Unavailable' } };

/** Pictures whose threads do what the test says. */
function stand() {
  const running: { readonly file: PictureFile; readonly finish: () => void }[] = [];
  const timers: (() => void)[] = [];
  let ended = 0;
  const pictures = createPictures(
    {
      after(delay, run) {
        expect(delay).toBe(PICTURE_LIMITS.timeMax);
        timers.push(run);
        return () => undefined;
      },
    },
    (file) => {
      const { promise: done, resolve } = Promise.withResolvers<typeof WRITTEN>();
      running.push({ file, finish: () => resolve(WRITTEN) });
      return { done, end: async () => (ended += 1) };
    },
  );
  return { pictures, running, timers, ended: () => ended };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('pictures', () => {
  it('are made one at a time, in turns of the shops', async () => {
    const { pictures, running } = stand();
    const order: string[] = [];
    const send = (shop: string) => pictures.write(shop, FILE).then(() => order.push(shop));
    const all = ['a', 'a', 'a', 'b'].map(send);
    for (let count = 1; count <= all.length; count += 1) {
      await settled();
      expect(running.length).toBe(count);
      running.at(-1)?.finish();
    }
    await Promise.all(all);
    expect(order.indexOf('b')).toBeLessThan(3);
  });

  it('of a shop that has too many waiting are refused, and those of another shop are not', async () => {
    const { pictures, running } = stand();
    const all = Array.from({ length: PICTURE_LIMITS.waitingOfShopMax + 1 }, () =>
      pictures.write('a', FILE),
    );
    expect(await pictures.write('a', FILE)).toMatchObject({
      ...LATER,
      refusal: { details: { retry_after: 1 } },
    });
    const other = pictures.write('b', FILE);
    for (let count = 1; count <= all.length + 1; count += 1) {
      await settled();
      running.at(-1)?.finish();
    }
    expect(await other).toEqual({ ok: true, value: WRITTEN });
    await Promise.all(all);
  });

  it('that are late are ended and refused, and the next one begins', async () => {
    const { pictures, running, timers, ended } = stand();
    const [late, next] = [pictures.write('a', FILE), pictures.write('a', FILE)];
    await settled();
    expect([running.length, ended()]).toEqual([1, 0]);
    timers[0]?.();
    expect(await late).toMatchObject({ ...LATER, refusal: { details: { retry_after: 10 } } });
    await settled();
    expect([running.length, ended()]).toEqual([2, 1]);
    running[1]?.finish();
    expect(await next).toMatchObject({ ok: true });
    expect(ended()).toBe(2);
  });

  it('that no thread could read fail, and the lane goes on', async () => {
    const runs = [Promise.reject(new Error('no thread')), Promise.resolve(null)];
    const pictures = createPictures(runtimeClock, () => ({
      done: runs.shift() ?? Promise.resolve(WRITTEN),
      end: async () => undefined,
    }));
    await expect(pictures.write('a', FILE)).rejects.toThrow('no thread');
    expect(await pictures.write('a', FILE)).toMatchObject({ refusal: { type: 'Bad Request' } });
    expect(await pictures.write('a', FILE)).toMatchObject({ ok: true });
  });

  it('with wrong headers take no place', async () => {
    const { pictures, running } = stand();
    const wrong = jpegWith([scan(Array<number>(255).fill(1), [1, 255, 0])], { side: 1_024 });
    expect(await pictures.write('a', wrong)).toMatchObject({ refusal: { type: 'Bad Request' } });
    expect(running).toEqual([]);
  });
});

describe('the thread of a picture', () => {
  it('decodes while the event loop goes on, and so does the most expensive file', async () => {
    const pictures = createPictures(runtimeClock);
    const side = LIMITS.cataloguePictureSideMax;
    // All coefficients of three components, as often as the limit allows.
    const components = [1, 2, 3].map((id) => [id, 0x11] as const);
    const times = Array.from({ length: PICTURE_LIMITS.passesMax - 1 }, () => components);
    const scans = times
      .flat()
      .slice(0, 39)
      .map(([id]) => scan([id], [1, 63, 0]));
    const file = jpegWith([scan([1, 2, 3], [0, 0, 0]), ...scans], { side, components });
    let turns = 0;
    let done = false;
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    count();
    const written = await pictures.write('a', file);
    done = true;
    expect(written).toMatchObject({ ok: true, value: { type: 'image/jpeg' } });
    expect(turns).toBeGreaterThan(10);
  });

  it('is ended in the middle of its work when it is late', async () => {
    const pictures = createPictures({
      after(_delay, run) {
        const immediate = setImmediate(run);
        return () => clearImmediate(immediate);
      },
    });
    expect(await pictures.write('a', FILE)).toMatchObject(LATER);
  });
});

describe('the memory of a codec', () => {
  it('has a limit of its own, at which its program fails and the process goes on', () => {
    // A memory of one page, and a function that asks for 256 more.
    const code = Uint8Array.from(
      Buffer.from(
        '0061736d01000000 010501600001 7f 03020100 0503010001 07080104 67726f77 0000 0a0901070041800240000b'.replaceAll(
          ' ',
          '',
        ),
        'hex',
      ),
    );
    const grow = (pages: number): unknown => {
      const { exports } = new WebAssembly.Instance(boundedModule(code, pages));
      const { grow: ask } = exports;
      return typeof ask === 'function' ? ask() : null;
    };
    expect(grow(300)).toBe(1);
    expect(grow(256)).toBe(-1);
  });

  it.each(Object.keys(CODECS) as Codec[])('is bounded for %s', (codec) => {
    const module = boundedModule(codecFile(codec), 300);
    const imports = Object.fromEntries(
      WebAssembly.Module.imports(module).map(({ module: from }) => [
        from,
        new Proxy({}, { get: () => () => 0 }),
      ]),
    );
    const { exports } = new WebAssembly.Instance(module, imports);
    const memory = Object.values(exports).find((one) => one instanceof WebAssembly.Memory);
    const pages = (memory?.buffer.byteLength ?? 0) / PAGE;
    expect(pages).toBeGreaterThan(0);
    expect(memory?.grow(300 - pages)).toBe(pages);
    expect(() => memory?.grow(1)).toThrow(RangeError);
  });
});
