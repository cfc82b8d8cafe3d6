import { type Column, type Value, withoutNul } from '../values.ts';

/** Initial size; it grows to the largest batch so far. */
const ROOM = 1 << 16;
const TEXT = 0;
const BINARY = 1;
/** Maximum number of bytes of one UTF-16 unit in UTF-8. */
const UNIT_MAX = 3;
const TWO_TO_32 = 2 ** 32;

/** The server's number of the type of an array's elements. */
const ELEMENT: Readonly<Record<Column['type'], number>> = {
  text: 25,
  bigint: 20,
  'double precision': 701,
};

/**
 * Writes messages to the server (PostgreSQL's protocol 3.0, extended query) one after the other, so
 * that a batch of statements is sent in one piece. Columns of rows use the binary form, which needs
 * no escaping and no parsing.
 */
export class MessageWriter {
  #bytes = Buffer.allocUnsafeSlow(ROOM);
  #end = 0;

  /** Prepares a statement under this name on the connection. */
  parse(name: string, text: string): void {
    const start = this.#begin('P');
    this.#zeroEnded(name);
    this.#zeroEnded(text);
    this.#int16(0);
    this.#finish(start);
  }

  /**
   * Binds a prepared statement to values; results have text form. Throws for a value that cannot be
   * encoded.
   */
  bind(name: string, values: readonly Value[]): void {
    const start = this.#begin('B');
    this.#zeroEnded('');
    this.#zeroEnded(name);
    this.#int16(values.length);
    for (const value of values) this.#int16(isText(value) ? TEXT : BINARY);
    this.#int16(values.length);
    for (const value of values) this.#value(value);
    this.#int16(0);
    this.#finish(start);
  }

  /** Requests the columns of the statement that was bound last. */
  describe(): void {
    const start = this.#begin('D');
    this.#byte('P');
    this.#zeroEnded('');
    this.#finish(start);
  }

  /** Runs the statement that was bound last. */
  execute(): void {
    const start = this.#begin('E');
    this.#zeroEnded('');
    this.#int32(0);
    this.#finish(start);
  }

  /** Closes a statement; an unknown one is not an error. */
  close(name: string): void {
    const start = this.#begin('C');
    this.#byte('S');
    this.#zeroEnded(name);
    this.#finish(start);
  }

  /** Ends the batch: the server answers all of it, and continues here after an error. */
  sync(): void {
    this.#finish(this.#begin('S'));
  }

  /** Returns the written bytes as a copy; the next batch begins empty. */
  take(): Buffer {
    const written = Buffer.from(this.#bytes.subarray(0, this.#end));
    this.#end = 0;
    return written;
  }

  /** Discards the written bytes. */
  clear(): void {
    this.#end = 0;
  }

  #begin(kind: string): number {
    this.#byte(kind);
    const start = this.#end;
    this.#int32(0);
    return start;
  }

  /** The length of a message includes itself. */
  #finish(start: number): void {
    this.#bytes.writeInt32BE(this.#end - start, start);
  }

  #value(value: Value): void {
    if (value === null) this.#int32(-1);
    else if (typeof value === 'string') this.#counted(withoutNul(value));
    else if (typeof value === 'number') this.#counted(String(value));
    else if (value instanceof Uint8Array) this.#raw(value);
    else this.#column(value);
  }

  #raw(bytes: Uint8Array): void {
    this.#int32(bytes.length);
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  #column({ type, cells }: Column): void {
    const start = this.#end;
    this.#int32(0);
    this.#int32(cells.length === 0 ? 0 : 1);
    this.#int32(cells.includes(null) ? 1 : 0);
    this.#int32(ELEMENT[type]);
    if (cells.length > 0) {
      this.#int32(cells.length);
      this.#int32(1);
    }
    for (const cell of cells) {
      if (cell === null) this.#int32(-1);
      else if (type === 'text') this.#counted(withoutNul(String(cell)));
      else this.#number(Number(cell), type);
    }
    this.#bytes.writeInt32BE(this.#end - start - 4, start);
  }

  #number(value: number, type: 'bigint' | 'double precision'): void {
    this.#int32(8);
    this.#room(8);
    if (type === 'double precision') {
      this.#end = this.#bytes.writeDoubleBE(value, this.#end);
      return;
    }
    if (!Number.isSafeInteger(value))
      throw new TypeError('a number to be stored is not an integer');
    const high = Math.floor(value / TWO_TO_32);
    this.#end = this.#bytes.writeInt32BE(high, this.#end);
    this.#end = this.#bytes.writeUInt32BE(value - high * TWO_TO_32, this.#end);
  }

  /** A text with its length in bytes before it. */
  #counted(text: string): void {
    this.#room(4 + text.length * UNIT_MAX);
    const length = this.#bytes.write(text, this.#end + 4);
    this.#bytes.writeInt32BE(length, this.#end);
    this.#end += 4 + length;
  }

  #zeroEnded(text: string): void {
    this.#room(text.length * UNIT_MAX + 1);
    this.#end += this.#bytes.write(text, this.#end);
    this.#bytes[this.#end] = 0;
    this.#end += 1;
  }

  #byte(character: string): void {
    this.#room(1);
    this.#bytes[this.#end] = character.charCodeAt(0);
    this.#end += 1;
  }

  #int16(value: number): void {
    this.#room(2);
    this.#end = this.#bytes.writeUInt16BE(value, this.#end);
  }

  #int32(value: number): void {
    this.#room(4);
    this.#end = this.#bytes.writeInt32BE(value, this.#end);
  }

  #room(more: number): void {
    const needed = this.#end + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

function isText(value: Value): boolean {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
