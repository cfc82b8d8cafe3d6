import fc from 'fast-check';
import { SerialPortMock } from 'serialport';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../../../main/host/adapters/machine.ts';
import type { LineListener, NotOpened, OpenLine } from '../../../../main/host/scale/port.ts';
import { openScale } from '../../../../main/host/scale/scale.ts';
import { serialLine } from '../../../../main/host/scale/serial-line.ts';
import { MINUTE, SECOND } from '../../../../shared/time/clock.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

/* A scale at the end of a line that the test holds. Nothing waits for a machine but the two last tests. */

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A line that can be unplugged. `answers` says what the scale sends for each command, in pieces. */
function world(
  answers: (command: string) => readonly string[],
  named: () => string = () => 'TA A 0.0 g\r\n',
) {
  const clock = createManualClock();
  const cable: { is: 'in' | NotOpened; ends: Set<() => void> } = { is: 'in', ends: new Set() };
  const sent: string[] = [];
  let opened = 0;
  const lines: LineListener[] = [];
  const open: OpenLine = async (listener) => {
    if (cable.is !== 'in') return cable.is;
    opened += 1;
    lines.push(listener);
    cable.ends.add(listener.onEnd);
    return {
      send(text) {
        sent.push(text);
        const command = text.trim();
        const pieces = command === 'TA' ? [named()] : answers(command);
        for (const piece of pieces) listener.onText(piece);
      },
      close: () => void cable.ends.delete(listener.onEnd),
    };
  };
  const scale = openScale({ open, clock });
  return {
    scale,
    /** The till is started again. The scale keeps its tare. */
    restarted: () => openScale({ open, clock }),
    clock,
    sent,
    cable,
    opened: () => opened,
    /** The scale sends something by itself. */
    says: (text: string) => lines.at(-1)?.onText(text),
    saysLate: (line: number, text: string) => lines[line]?.onText(text),
    unplug() {
      cable.is = 'not_found';
      for (const end of [...cable.ends]) end();
      cable.ends.clear();
    },
  };
}

it('asks for the weight, and reads an answer in any pieces between noise', async () => {
  const noise = fc.constantFrom('', '\u0000\u00ff\r\n', 'I4 A "B021002593"\r\n', '\r\n');
  await fc.assert(
    fc.asyncProperty(
      noise,
      fc.array(fc.integer({ min: 1, max: 18 }), { maxLength: 5 }),
      async (before, cuts) => {
        const text = `${before}S S      0.335 kg\r\n`;
        const places = [0, ...new Set(cuts), text.length].sort((a, b) => a - b);
        const pieces = places.slice(1).map((end, at) => text.slice(places[at], end));
        const { scale, sent } = world(() => pieces);
        expect(await scale.read()).toEqual({ kind: 'stable', grams: 335 });
        expect(sent).toEqual(['SI\r\n', 'TA\r\n']);
      },
    ),
  );
});

it('takes no answer of an earlier question: it asks again when the late one has come', async () => {
  let quiet = true;
  const till = world(() => (quiet ? [] : ['S S 200.0 g\r\n']));
  const first = till.scale.read();
  await settled();
  till.clock.advance(SECOND);
  expect(await first).toEqual({ kind: 'fault', why: 'no_answer' });
  expect(await till.scale.read()).toEqual({ kind: 'fault', why: 'no_answer' });
  expect(till.sent).toEqual(['SI\r\n']);
  till.clock.advance(500);
  // The weight of the goods before.
  till.says('S S 999.0 g\r\n');
  quiet = false;
  expect(await till.scale.read()).toEqual({ kind: 'stable', grams: 200 });
  till.says('S S 777.0 g\r\n');
  expect(await till.scale.read()).toEqual({ kind: 'stable', grams: 200 });
  expect(till.opened()).toBe(1);
});

it('takes no answer of a question from before the quiet, however late it comes', async () => {
  let delay = 4_500;
  let weight = 999;
  const till = world((command) => {
    const answer = command === 'SI' ? `S S ${weight}.0 g\r\n` : '';
    till.clock.after(delay, () => till.says(answer));
    return [];
  });
  const answers = new Set<unknown>();
  void till.scale.read();
  await settled();
  weight = 200;
  for (let passed = 0; passed < 2 * MINUTE; passed += 250) {
    if (passed === MINUTE) delay = 50;
    void till.scale.read().then((reading) => answers.add(JSON.stringify(reading)));
    await settled();
    till.clock.advance(250);
    await settled();
  }
  expect([...answers].sort()).toEqual([
    JSON.stringify({ kind: 'fault', why: 'no_answer' }),
    JSON.stringify({ kind: 'stable', grams: 200 }),
  ]);
});

it('asks a scale that says nothing again when its port was quiet, on a line that is opened anew', async () => {
  let quiet = true;
  const till = world(() => (quiet ? [] : ['S S 200.0 g\r\n']));
  const first = till.scale.read();
  await settled();
  till.clock.advance(SECOND);
  await first;
  quiet = false;
  till.clock.advance(2_999);
  till.says('S ');
  till.clock.advance(2_999);
  expect(await till.scale.tare()).toBe('no_answer');
  till.clock.advance(1);
  expect(await till.scale.read()).toMatchObject({ kind: 'stable', grams: 200 });
  till.saysLate(0, 'S S 999.0 g\r\n');
  expect(till.opened()).toBe(2);
});

it('has one reading under way and one that waits, however often a screen asks a scale that does not answer', async () => {
  const till = world(() => []);
  const asked = Array.from({ length: 40 }, () => till.scale.read());
  let ended = 0;
  for (const one of asked) void one.then(() => (ended += 1));
  await settled();
  expect(till.sent).toHaveLength(1);
  const more = till.scale.read();
  for (let second = 0; second < 2; second += 1) {
    till.clock.advance(SECOND);
    await settled();
  }
  // The first was asked, and the second is answered by what is known of the first.
  expect([ended, till.sent.length]).toEqual([40, 1]);
  expect(await more).toEqual({ kind: 'fault', why: 'no_answer' });
});

it('says that another speed cannot be read, and reads when it is right', async () => {
  let text = '\u00f8\u0080\u00fe\u00e0\u0086';
  const till = world(() => [text]);
  const wrong = till.scale.read();
  await settled();
  till.clock.advance(MINUTE);
  expect(await wrong).toEqual({ kind: 'fault', why: 'unreadable' });
  text = 'S D 129.07 g\r\n';
  expect(await till.scale.read()).toEqual({ kind: 'moving', grams: 129 });
});

it('says that it was unplugged, also in the middle of a question, and weighs again when it is back', async () => {
  let quiet = true;
  const till = world(() => (quiet ? [] : ['S S 1.0 kg\r\n']));
  const asked = till.scale.read();
  await settled();
  till.unplug();
  expect(await asked).toEqual({ kind: 'fault', why: 'not_found' });
  expect(await till.scale.read()).toEqual({ kind: 'fault', why: 'not_found' });
  till.cable.is = 'not_allowed';
  expect(await till.scale.read()).toEqual({ kind: 'fault', why: 'not_allowed' });
  quiet = false;
  till.cable.is = 'in';
  expect(await till.scale.read()).toEqual({ kind: 'stable', grams: 1_000 });
});

it.each([
  ['tare', 'T', 'T S 40.0 g'],
  ['zero', 'Z', 'Z A'],
] as const)(
  'waits for a slow scale with its %s, and gives no screen a weight meanwhile',
  async (act, command, done) => {
    const till = world((sent) => (sent === command ? [] : ['S S 0.0 g\r\n']));
    const before = till.scale.read();
    const set = till.scale[act]();
    expect(await before).toEqual({ kind: 'stable', grams: 0 });
    // At once, and not after the scale has been set.
    const now = () => Promise.race([till.scale.read(), settled()]);
    expect(await now()).toEqual({ kind: 'busy' });
    till.clock.advance(5_000);
    expect(await now()).toEqual({ kind: 'busy' });
    expect(till.sent).toEqual(['SI\r\n', 'TA\r\n', `${command}\r\n`]);
    till.says(`${done}\r\n`);
    expect(await set).toBe('done');
    expect(await till.scale.read()).toMatchObject({ kind: 'stable', grams: 0 });
  },
);

it.each(['Z I', 'Z +', 'Z -', 'ES', 'EL'])('says that a zero was refused with %s', async (said) => {
  const till = world(() => [`${said}\r\n`]);
  expect(await till.scale.zero()).toBe('refused');
});

/** A scale with a box on its pan, and what it says when it is asked for its tare. */
function tarable(named: (tare: string) => string) {
  let said = { T: 'T S 40.0 g', Z: 'Z A' };
  let tare = '0.0 g';
  const till = world(
    (command) => {
      if (command === 'SI') return ['S S 100 g\r\n'];
      const answer = command === 'T' ? said.T : said.Z;
      if (answer === 'T S 40.0 g') tare = '40.0 g';
      if (answer === 'Z A') tare = '0.0 g';
      return [`${answer}\r\n`];
    },
    () => named(tare),
  );
  return {
    ...till,
    answers: (next: typeof said) => {
      said = next;
    },
    /** Somebody presses the scale's own key. */
    byHand: (next: string) => {
      tare = next;
    },
  };
}
const plain = { kind: 'stable', grams: 100 };
const names = (tare: string) => `TA A ${tare}\r\n`;

it('says that it is tared until a zero has ended it, also when nobody answers the tare', async () => {
  for (const named of [names, () => 'ES\r\n']) {
    const till = tarable(named);
    const tared = { ...plain, tare: 'set' };
    await till.scale.zero();
    expect(await till.scale.read()).toEqual(plain);
    await till.scale.tare();
    expect(await till.scale.read()).toEqual(tared);
    till.answers({ T: 'T +', Z: 'Z +' });
    await till.scale.zero();
    expect(await till.scale.read()).toEqual(tared);
    till.answers({ T: 'T +', Z: 'Z A' });
    await till.scale.zero();
    await till.scale.tare();
    expect(await till.scale.read()).toEqual(plain);
    till.answers({ T: '', Z: 'Z A' });
    const unheard = till.scale.tare();
    await settled();
    till.clock.advance(MINUTE);
    await unheard;
    // The scale knows whether it has done it. If it does not say so, it may have.
    expect(await till.scale.read()).toEqual(named === names ? plain : tared);
  }
});

it('is asked for its tare after the till was started again, and after somebody has pressed its own key', async () => {
  const till = tarable(names);
  await till.scale.tare();
  const again = till.restarted();
  expect(await again.read()).toEqual({ ...plain, tare: 'set' });
  till.byHand('0.000 kg');
  expect(await again.read()).toEqual(plain);
  till.byHand('0.120 kg');
  expect(await again.read()).toEqual({ ...plain, tare: 'set' });
  await again.zero();
  expect(await again.read()).toEqual(plain);
});

it.each([
  ['does not understand the question', 'ES\r\n'],
  ['says nothing', ''],
  ['answers with noise', 'x\r\n'],
])('that %s for its tare is not known to be without one until a zero', async (_, answer) => {
  const till = tarable(() => answer);
  await till.scale.tare();
  const again = till.restarted();
  const first = again.read();
  await settled();
  till.clock.advance(MINUTE);
  expect(await first).toEqual({ ...plain, tare: 'unknown' });
  const asked = till.sent.filter((one) => one.startsWith('TA')).length;
  expect(await again.read()).toEqual({ ...plain, tare: 'unknown' });
  expect(till.sent.filter((one) => one.startsWith('TA'))).toHaveLength(asked);
  await again.zero();
  expect(await again.read()).toEqual(plain);
  await again.tare();
  expect(await again.read()).toEqual({ ...plain, tare: 'set' });
});

it.each([1, 2, 3])(
  'that has named its tare is asked again after it did not %i times, and sells nothing by what it named before',
  async (times) => {
    let failures = 0;
    const till = tarable((tare) => {
      failures -= 1;
      return failures >= 0 ? 'x\r\n' : names(tare);
    });
    expect(await till.scale.read()).toEqual(plain);
    failures = times;
    till.byHand('0.120 kg');
    for (let turn = 0; turn < times; turn += 1) {
      const read = till.scale.read();
      await settled();
      till.clock.advance(MINUTE);
      expect(await read).toEqual({ ...plain, tare: 'unknown' });
    }
    if (times === 1) expect(await till.scale.read()).toEqual({ ...plain, tare: 'set' });
    // Another scale that has no such command does not leave the cashier without a way out.
    await till.scale.zero();
    expect(await till.scale.read()).toEqual(plain);
  },
);

it('that cannot name its tare now is asked again', async () => {
  let now = 'TA I\r\n';
  const till = tarable(() => now);
  expect(await till.scale.read()).toEqual({ ...plain, tare: 'unknown' });
  now = names('0.0 g');
  expect(await till.scale.read()).toEqual(plain);
});

it('answers nothing any more when the till is closed', async () => {
  const till = world(() => []);
  const asked = till.scale.read();
  await settled();
  till.scale.stop();
  expect(await asked).toEqual({ kind: 'fault', why: 'not_found' });
  expect(await till.scale.read()).toEqual({ kind: 'fault', why: 'not_found' });
});

afterEach(() => SerialPortMock.binding.reset());

it('weighs through a serial port', async () => {
  const path = '/dev/ROBOT';
  SerialPortMock.binding.createPort(path, { echo: false, readyData: Buffer.from('') });
  const made: SerialPortMock[] = [];
  class Port extends SerialPortMock {
    constructor(options: ConstructorParameters<typeof SerialPortMock>[0]) {
      super(options);
      made.push(this);
      // The scale answers what was written to it.
      this.on('open', () => {
        const { port } = this;
        if (port === undefined) return;
        const write = port.write.bind(port);
        port.write = async (bytes: Buffer) => {
          await write(bytes);
          port.emitData(Buffer.from(String(bytes) === 'SI\r\n' ? 'S S    0.5' : 'TA A 0.0'));
          port.emitData(Buffer.from('00 kg\r\n'));
        };
      });
    }
  }
  const driver = async () => ({ SerialPort: Port }) as never;
  const scale = openScale({
    open: serialLine({ path, baudRate: 9_600 }, driver),
    clock: systemClock,
  });
  expect(await scale.read()).toEqual({ kind: 'stable', grams: 500 });
  expect(made[0]?.baudRate).toBe(9_600);
  scale.stop();
});

it('says in a sentence’s place what is missing: the port, or the part that opens ports', async () => {
  const at = { path: '/dev/tillkit-has-no-such-port', baudRate: 9_600 };
  const none = openScale({ open: serialLine(at, async () => null), clock: systemClock });
  expect(await none.read()).toEqual({ kind: 'fault', why: 'no_driver' });
  class Broken {
    constructor() {
      throw new Error('no native build');
    }
  }
  const load = async () => ({ SerialPort: Broken }) as never;
  const broken = openScale({ open: serialLine(at, load), clock: systemClock });
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await broken.read()).toEqual({ kind: 'fault', why: 'no_driver' });
  }
  // The real part with the machine's own binding.
  const real = openScale({ open: serialLine(at), clock: systemClock });
  expect(await real.read()).toEqual({ kind: 'fault', why: 'not_found' });
});
