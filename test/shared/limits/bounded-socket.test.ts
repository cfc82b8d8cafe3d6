import { beforeEach, describe, expect, it } from 'vitest';
import { BoundedSocket, type PeerSocket } from '../../../shared/limits/bounded-socket.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';

/** A socket whose network takes nothing until `read` is called. */
function unreadSocket() {
  let waiting: { readonly bytes: number; readonly done: () => void }[] = [];
  const state = { reading: true };
  const socket: PeerSocket = {
    OPEN: 1,
    readyState: 1,
    get bufferedAmount() {
      return waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    send(text, done) {
      waiting.push({ bytes: text.length, done });
    },
    pause: () => {
      state.reading = false;
    },
    resume: () => {
      state.reading = true;
    },
  };
  return {
    socket,
    isRead: () => state.reading,
    /** The peer reads everything. */
    read() {
      const taken = waiting;
      waiting = [];
      for (const { done } of taken) done();
    },
  };
}

let clock: ManualClock;
let place: ReturnType<typeof unreadSocket>;
let handled: number[];
let slow: number;
let peer: BoundedSocket<number>;
const KILOBYTE = 'x'.repeat(1024);

beforeEach(() => {
  clock = createManualClock();
  place = unreadSocket();
  handled = [];
  slow = 0;
  peer = new BoundedSocket<number>({
    socket: place.socket,
    clock,
    handle(frame) {
      handled.push(frame);
      peer.send(KILOBYTE);
    },
    tooSlow: () => {
      slow += 1;
    },
  });
});

const fill = () => {
  while (place.socket.bufferedAmount <= LIMITS.socketBacklogBytesMax) peer.send(KILOBYTE);
};

describe('a peer that does not read', () => {
  it('is not read from, and its frames add no replies to the backlog', () => {
    fill();
    const before = place.socket.bufferedAmount;
    for (let frame = 0; frame < 500; frame += 1) peer.receive(frame);
    expect([handled, place.isRead(), place.socket.bufferedAmount]).toEqual([[], false, before]);
  });

  it('is reported as too slow after the grace period', () => {
    fill();
    clock.advance(LIMITS.socketBacklogGrace - 1);
    expect(slow).toBe(0);
    clock.advance(1);
    expect(slow).toBe(1);
  });

  it('has its waiting frames handled in order when it reads again', () => {
    fill();
    for (let frame = 0; frame < 3; frame += 1) peer.receive(frame);
    place.read();
    expect([handled, place.isRead()]).toEqual([[0, 1, 2], true]);
    clock.advance(LIMITS.socketBacklogGrace * 2);
    expect(slow).toBe(0);
  });

  it('delays further senders until it reads or disconnects', async () => {
    fill();
    let free = 0;
    const first = peer.room().then(() => {
      free += 1;
    });
    await Promise.resolve();
    expect(free).toBe(0);
    place.read();
    await first;
    expect(free).toBe(1);
    fill();
    const second = peer.room();
    peer.end();
    await second;
  });
});

describe('a peer that sends without end', () => {
  it('is read at the allowed rate and loses no frame', () => {
    for (let frame = 0; frame < LIMITS.socketFramesAtOnce + 500; frame += 1) {
      peer.receive(frame);
      place.read();
    }
    expect([handled.length, place.isRead()]).toEqual([LIMITS.socketFramesAtOnce, false]);
    clock.advance(SECOND);
    expect(handled.length).toBe(LIMITS.socketFramesAtOnce + LIMITS.socketFramesPerSecond);
    clock.advance(10 * SECOND);
    expect(handled.length).toBe(LIMITS.socketFramesAtOnce + 500);
    expect([handled.at(-1), place.isRead()]).toEqual([LIMITS.socketFramesAtOnce + 499, true]);
  });
});

describe('a peer whose connection ends', () => {
  it('is read again, and none of its frames is handled', () => {
    fill();
    peer.receive(1);
    expect(place.isRead()).toBe(false);
    peer.end();
    expect(place.isRead()).toBe(true);
    peer.receive(2);
    place.read();
    clock.advance(LIMITS.socketBacklogGrace * 2);
    expect([handled, slow, place.isRead()]).toEqual([[], 0, true]);
  });
});
