import { z } from 'zod';
import { errorReply } from '../../shared/node/http/error-reply.ts';
import type { Exchange, Interceptor, Serve } from '../../shared/node/http/exchange.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { optional } from '../../shared/protocol/basic.ts';
import type { Clock } from '../../shared/time/clock.ts';

const METHODS_MAX = 10;
const ACTS = ['delay', 'drop_before', 'drop_after', 'status', 'duplicate'] as const;
const PATTERN_MAX = 200;
const DELAY_MAX = 60_000;
const FAULTS_MAX = 100;

const pattern = z
  .string()
  .max(PATTERN_MAX)
  .refine(isPattern, 'must be a regular expression')
  .transform((text) => new RegExp(text));

const method = z.string().transform((word) => word.toUpperCase());

/** A simulated network fault for the requests that it names. */
export const faultInput = z
  .object({
    /** One method or several; all when left out. */
    method: optional(
      z.union([method.transform((word) => [word]), z.array(method).min(1).max(METHODS_MAX)]),
    ),
    /** Matched against the path with its base, without the query. */
    path_regexp: optional(pattern),
    act: z.enum(ACTS, { error: `must be one of ${ACTS.join(', ')}` }),
    /** Can be combined with every other action. */
    delay_ms: optional(z.number().int().min(0).max(DELAY_MAX)),
    status: optional(z.number().int().min(400).max(599)),
    /** The number of requests that it affects; without it, all until it is removed. */
    times: optional(z.number().int().min(1).max(1_000_000)),
  })
  .superRefine((fault, context) => {
    const needs = fault.act === 'delay' ? 'delay_ms' : fault.act === 'status' ? 'status' : null;
    if (needs === null || fault[needs] !== null) return;
    context.addIssue({ code: 'custom', path: [needs], message: `is needed by act ${fault.act}` });
  });
export type Fault = z.output<typeof faultInput>;
export type FaultDraft = z.input<typeof faultInput>;

type Standing = { readonly fault: Fault; left: number };

export interface Faults {
  /** False when there are too many faults already. */
  add(fault: Fault): boolean;
  clear(): void;
  /** Aborts the requests that a delay holds, and clears their timers. */
  stop(): void;
  readonly interceptor: Interceptor;
}

/**
 * The faults of one service. `wall` is real time, because a delay is real whatever the service's
 * clock is.
 */
export function createFaults(wall: Clock): Faults {
  const standing: Standing[] = [];
  const held = new Set<() => void>();

  function take(exchange: Exchange): Fault | null {
    if (standing.length === 0) return null;
    const path = exchange.target.split('?', 1)[0] ?? '';
    const index = standing.findIndex(({ fault }) => meets(fault, exchange.method, path));
    const candidate = standing[index];
    if (candidate === undefined) return null;
    candidate.left -= 1;
    if (candidate.left === 0) standing.splice(index, 1);
    return candidate.fault;
  }

  return {
    add(fault) {
      if (standing.length >= FAULTS_MAX) return false;
      standing.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
      return true;
    },
    clear() {
      standing.length = 0;
    },
    stop() {
      for (const cut of [...held]) cut();
    },
    interceptor: async (exchange, next) => {
      const fault = take(exchange);
      if (fault === null) return next(exchange);
      if (fault.delay_ms !== null && (await pause(wall, fault.delay_ms, held)) === 'cut') {
        return 'cut';
      }
      return act(fault, exchange, next);
    },
  };
}

function meets(fault: Fault, method: string, path: string): boolean {
  if (fault.method !== null && !fault.method.includes(method)) return false;
  return fault.path_regexp === null || fault.path_regexp.test(path);
}

async function act(fault: Fault, exchange: Exchange, next: Serve): Promise<Reply | 'cut'> {
  switch (fault.act) {
    case 'delay':
      return next(exchange);
    case 'drop_before':
      return 'cut';
    case 'drop_after':
      // The request is processed and committed, but the client gets no reply.
      await next(exchange);
      return 'cut';
    case 'status':
      return orderedStatus(fault.status ?? 503);
    case 'duplicate': {
      // The network delivered the request twice; the client gets the first reply.
      const reply = await next(exchange);
      await next(exchange);
      return reply;
    }
  }
}

function orderedStatus(status: number): Reply {
  const type = status === 503 ? 'Service Unavailable' : 'Internal Server Error';
  const reply = errorReply({ type, description: 'The simulator was told to answer this.' });
  return { ...reply, status };
}

/** Waits, unless the function that is put into `held` is called before. */
function pause(
  wall: Clock,
  milliseconds: number,
  held: Set<() => void>,
): Promise<'passed' | 'cut'> {
  return new Promise((resolve) => {
    const end = (how: 'passed' | 'cut') => {
      cancel();
      held.delete(cut);
      resolve(how);
    };
    const cut = () => end('cut');
    const cancel = wall.after(milliseconds, () => end('passed'));
    held.add(cut);
  });
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
