import { z } from 'zod';
import type { Exchange } from '../../shared/node/http/exchange.ts';
import { readInput } from '../../shared/node/http/json-body.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { line, optional } from '../../shared/protocol/basic.ts';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { VendorProfile } from '../../shared/protocol/media.ts';
import { scope } from '../../shared/protocol/scope.ts';
import { scanTarget } from '../../shared/protocol/shortlink.ts';
import type { SimulatedCustomers } from './customers.ts';

export const scanInput = z.object({
  customer: z.string().max(20),
  shortlink_id: optional(line(LIMITS.serialNumberMax)),
  serial_number: optional(line(LIMITS.serialNumberMax)),
  argstring: scanTarget.shape.argstring,
});
export const acceptInput = z.object({ scope: optional(scope) });

type Acts = Readonly<
  Record<string, Readonly<Record<string, (exchange: Exchange) => Promise<Answer<Reply>>>>>
>;

/** The simulator's calls for scans and permission requests. */
export function consentActs(simulator: SimulatedCustomers, profile: VendorProfile): Acts {
  return {
    '/scan/': {
      POST: async (exchange) => {
        const input = readInput(scanInput, exchange, profile);
        if (!input.ok) return input;
        const { customer, shortlink_id, serial_number, argstring } = input.value;
        const shortlink = shortlink_id ?? serial_number;
        if (shortlink === null) {
          const missing = ['is required when serial_number is not given'];
          return refuse('validation_error', VALIDATION_SENTENCE, { shortlink_id: missing });
        }
        const token = await simulator.scan(customer, { shortlink, argstring });
        return token.ok ? answer({ status: 201, body: { token: token.value } }) : token;
      },
    },
    '/permission_request/:rid/accept/': {
      POST: async (exchange) => {
        const input = readInput(acceptInput, exchange, profile);
        if (!input.ok) return input;
        return empty(await simulator.accept(ridOf(exchange), input.value.scope ?? undefined));
      },
    },
    '/permission_request/:rid/decline/': {
      POST: async (exchange) => empty(await simulator.decline(ridOf(exchange))),
    },
  };
}

function ridOf(exchange: Exchange): string {
  return exchange.params.rid ?? '';
}

function empty(done: Answer<null>): Answer<Reply> {
  return done.ok ? answer({ status: 204 }) : done;
}
