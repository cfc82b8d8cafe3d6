import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { encode } from '../../../../main/host/journal/line-format.ts';
import { journalsOfTest } from './journals.ts';
import { aside, opened, seen } from './records.ts';

let path: string;
const { open, opens, close, written, place } = journalsOfTest();
beforeEach(() => {
  ({ path } = place());
});

describe('damage in the middle', () => {
  async function damage(): Promise<number> {
    await written(opened(1), seen(1, 1003), seen(1, 2000));
    const bytes = await readFile(path);
    const offset = encode(opened(1)).length;
    const at = offset + 30;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
    await writeFile(path, bytes);
    return offset;
  }

  it('is reported with its position, and the file is kept', async () => {
    const offset = await damage();
    const before = await readFile(path);
    const result = await open();
    expect(result).toMatchObject({ ok: false, failure: { kind: 'damaged', offset, line: 2 } });
    expect(await readFile(path)).toEqual(before);
    expect(await readFile(`${path}.damaged-${offset}`)).toEqual(before);
    // The lock was released: the operator may try again, or salvage.
    expect(await open()).toMatchObject({ failure: { kind: 'damaged' } });
  });

  it('is detected even if the JSON is still valid', async () => {
    await written(opened(1), seen(1, 2000));
    const bytes = await readFile(path);
    bytes.write('9', bytes.indexOf('"amount":100') + '"amount":'.length);
    await writeFile(path, bytes);
    expect(await open()).toMatchObject({ failure: { kind: 'damaged', offset: 0, line: 1 } });
  });

  it.each([
    ['a file of zeros', () => Buffer.alloc(300)],
    ['zeros before a record', () => Buffer.concat([Buffer.alloc(300), encode(seen(1, 2000))])],
    ['a file of garbage', () => Buffer.from('not a journal at all')],
    ['garbage at its end', () => Buffer.concat([encode(opened(1)), Buffer.from('garbage')])],
    ['two lines at its end', () => Buffer.concat([encode(opened(1)), twoBadLines()])],
    ['a last record that was changed', () => changedLast()],
    ['only a part of its first record', () => encode(opened(1)).subarray(0, 40)],
  ])('%s is damage: the file is refused and kept', async (_, content) => {
    await close(await opens());
    await writeFile(path, content());
    const result = await open();
    expect(result).toMatchObject({ ok: false, failure: { kind: 'damaged' } });
    if (result.ok || result.failure.kind !== 'damaged') return;
    expect(await readFile(path)).toEqual(content());
    expect(await readFile(result.failure.keptAt)).toEqual(content());
    expect(result.failure.description).toContain(path);
    expect(result.failure.description).toContain('tillkit journal --recover');
  });

  function twoBadLines(): Buffer {
    const line = encode(seen(1, 1003));
    line.writeUInt8(0xff, 30);
    return Buffer.concat([line, encode(seen(1, 2000)).subarray(0, 40)]);
  }

  function changedLast(): Buffer {
    const line = encode(seen(1, 2000));
    line.writeUInt8(line.readUInt8(30) ^ 1, 30);
    return Buffer.concat([encode(opened(1)), line]);
  }

  it('is distinguished from a new journal', async () => {
    await close(await opens());
    expect((await readFile(path)).length).toBeGreaterThan(0);
    // The first record of all is torn like any other.
    await appendFile(path, encode(opened(1)).subarray(0, 40));
    expect((await opens()).records).toEqual([]);
  });

  it('can be salvaged, which keeps every whole record', async () => {
    await damage();
    const journal = await opens({ onDamage: 'salvage' });
    expect(journal.records).toEqual([opened(1), seen(1, 2000)]);
    await close(journal);
    expect((await opens()).records).toEqual([opened(1), seen(1, 2000)]);
  });

  it('a whole record of a newer version is never dropped, even at the end', async () => {
    await written(opened(1));
    const newer = JSON.parse(JSON.stringify({ ...aside(1), v: 2 }));
    await appendFile(path, encode(newer));
    const before = await readFile(path);
    expect(await open()).toMatchObject({ ok: false, failure: { kind: 'damaged', line: 2 } });
    expect(await readFile(path)).toEqual(before);
  });
});
