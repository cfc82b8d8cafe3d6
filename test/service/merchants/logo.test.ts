import { describe, expect, it } from 'vitest';
import { demoLogo } from '../../../service/app/demo/logo.ts';
import { readLogo } from '../../../service/merchants/logo.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { readPng } from '../../support/png.ts';

/** A copy of the demo's logo that says it has another size. */
function sized(width: number, height: number): Buffer {
  const image = Buffer.from(demoLogo());
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image;
}

describe('a logo (D-68)', () => {
  it('of the demo is a picture', () => {
    expect(readPng(Buffer.from(demoLogo()))).toMatchObject({ width: 96, height: 96 });
  });

  it('is stored unchanged, with a tag of its bytes', () => {
    const image = demoLogo();
    const read = readLogo(image);
    expect(read).toEqual({
      ok: true,
      value: { image, etag: expect.stringMatching(/^[\w-]{22}$/) },
    });
    expect(readLogo(demoLogo())).toEqual(read);
    expect(readLogo(Buffer.concat([image, Buffer.from([0])]))).not.toEqual(read);
  });

  const side = LIMITS.logoSideMax;
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['half a header', Buffer.from(demoLogo()).subarray(0, 20)],
    ['a JPEG image', Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...new Array<number>(40).fill(0)])],
    ['too wide', sized(side + 1, 1)],
    ['too high', sized(1, side + 1)],
    ['too many bytes', Buffer.concat([demoLogo(), Buffer.alloc(LIMITS.logoBytesMax)])],
  ])('is refused when it is %s', (_name, bytes) => {
    expect(readLogo(bytes)).toMatchObject({ ok: false, refusal: { type: 'Bad Request' } });
  });

  it('may have the maximum size', () => {
    expect(readLogo(sized(side, side)).ok).toBe(true);
  });
});
