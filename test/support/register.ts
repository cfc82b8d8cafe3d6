import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { WebSocket } from 'ws';
import { findRoute } from '../../main/host/local-api/handlers.ts';
import {
  commandOperation,
  tillCalls,
  tillErrorsOf,
} from '../../main/host/local-api/openapi/document.ts';
import type { LocalApi } from '../../main/host/local-api/server.ts';
import { TILL_SUBPROTOCOL, type TillFrame } from '../../shared/device/till-api/frames.ts';
import type { SaleOutput } from '../../shared/device/till-api/sale.ts';

/** The reply to a register. */
export type Answered = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as a tree whose members a test may read; missing ones are undefined. */
  readonly json: Tree;
  /** The body as a sale, when it is one. */
  readonly sale: SaleOutput;
  /** The sales of a list. */
  readonly list: readonly SaleOutput[];
};

export interface Tree {
  readonly [name: string]: Tree;
}

export type Called = {
  readonly body?: unknown;
  /** Bytes that are sent unchanged instead of a JSON body. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends no token. */
  readonly stranger?: true;
};

/** What the documents say of the calls: their errors and the reasons of a refused command. */
const DOCUMENTED = new Map(tillCalls().map((call) => [call.name, call]));

/** The error of an answer that the documents of the till API do not have for its call; null if all is told. */
function untold(method: string, address: URL, json: Tree): string | null {
  const route = findRoute(method, address.href);
  if (route.kind !== 'route') return null;
  const { name: command = '' } = route.params;
  const call = DOCUMENTED.get(
    route.name === 'command' ? `${commandOperation(command as 'bill')}` : route.name,
  );
  const { error_type: type, error_details: details } = json;
  // A till of a test may lack a feature that every till has.
  const isMissing = String(details?.reason) === 'not_here';
  if (call === undefined || type === undefined || isMissing) return null;
  const told = (tillErrorsOf(call.route) as readonly unknown[]).includes(type);
  const reasons = call.refused?.reasons as readonly unknown[] | undefined;
  const reason = details?.reason;
  const isTold = reasons === undefined || reason === undefined || reasons.includes(reason);
  return told && isTold ? null : `${call.name}: ${type} ${reason ?? ''}`;
}

/** A cash register that has nothing but a till's token file. An answer that the documents do not have fails the test. */
export function createRegister(api: Pick<LocalApi, 'tokenFile'>) {
  const { url, token } = JSON.parse(readFileSync(api.tokenFile, 'utf8'));
  const sockets: WebSocket[] = [];

  function call(method: string, path: string, called: Called = {}): Promise<Answered> {
    const bytes = called.raw ?? (called.body === undefined ? '' : JSON.stringify(called.body));
    const address = new URL(path.startsWith('/') ? path : url + path, url);
    return new Promise((resolve, reject) => {
      const headers = {
        ...(called.stranger ? {} : { authorization: `Bearer ${token}` }),
        ...(bytes === '' ? {} : { 'content-type': 'application/json' }),
        ...called.headers,
      };
      const request = httpRequest(address, { method, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => {
          const isJson = String(response.headers['content-type']).startsWith('application/json');
          const json = isJson ? JSON.parse(text) : {};
          const { statusCode = 0, headers: got } = response;
          const list = json.sales ?? [];
          const missing = untold(method, address, json);
          if (missing !== null)
            reject(new Error(`not in the documents of the till API: ${missing}`));
          resolve({ status: statusCode, headers: got, text, json, sale: json, list });
        });
      });
      request.on('error', reject).end(bytes);
    });
  }

  return {
    url: String(url),
    token: String(token),
    call,
    start: (body: unknown) => call('POST', 'sales/', { body }),
    read: (id: string, query = '') => call('GET', `sales/${id}/${query}`),
    act: (id: string, action: string, body?: unknown) =>
      call('POST', `sales/${id}/${action}/`, body === undefined ? {} : { body }),
    /** Opens or changes a bill. */
    bill: (bill: string, order: object) =>
      call('POST', 'commands/bill/', { body: { bill, ...order } }),
    /** Pays a bill or a part of it. */
    pay: (bill: string, order: object) =>
      call('POST', 'commands/pay_bill/', { body: { bill, tip: 0, ...order } }),
    /** Waits, as a register would, until the sale is in one of these states. */
    async until(id: string, ...kinds: readonly string[]): Promise<SaleOutput> {
      for (let { sale } = await call('GET', `sales/${id}/`), turn = 0; turn < 50; turn += 1) {
        if (kinds.includes(sale.state.kind)) return sale;
        ({ sale } = await call('GET', `sales/${id}/?wait=5&since=${sale.version}`));
      }
      throw new Error(`the sale never was ${kinds}`);
    },
    /** A connection for events, with the frames that it has received. */
    listen(hello: object = {}, headers: Readonly<Record<string, string>> = {}) {
      const address = `${url.replace('http', 'ws')}events/`;
      const authorization = { authorization: `Bearer ${token}` };
      const socket = new WebSocket(address, TILL_SUBPROTOCOL, {
        headers: { ...authorization, ...headers },
      });
      sockets.push(socket);
      const frames: TillFrame[] = [];
      const wake: (() => void)[] = [];
      const closed = new Promise<number>((resolve) => socket.on('close', resolve));
      const opened = new Promise<number>((resolve) => {
        socket.on('open', () => resolve(101));
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      });
      socket.on('error', () => undefined);
      socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', ...hello })));
      socket.on('message', (data) => {
        frames.push(JSON.parse(String(data)));
        for (const run of wake.splice(0)) run();
      });
      return {
        socket,
        frames,
        opened,
        closed,
        /** The first frame that fits, received already or later. */
        async frame(fits: (frame: TillFrame) => boolean): Promise<TillFrame> {
          for (;;) {
            const found = frames.find(fits);
            if (found !== undefined) return found;
            await new Promise<void>((run) => wake.push(run));
          }
        },
      };
    },
    hangUp() {
      for (const socket of sockets.splice(0)) socket.terminate();
    },
  };
}

export type Register = ReturnType<typeof createRegister>;
