import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector receives it. */
export type CollectedSpan = {
  /** `service.name` of the process that exported it. */
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
};

export type Collector = {
  /** Value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Exports that arrived, also those that were not answered. */
  readonly exports: () => number;
  /** Environment variables that request an export to this collector without a long wait. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on: answers with this status, or does not answer. */
  answer(status: number | 'hang'): void;
  stop(): Promise<void>;
};

/** A collector of OTLP over HTTP with protobuf, on the loopback address. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  let status: number | 'hang' = 200;
  let exports = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    exports += 1;
    if (status === 'hang') return;
    if (status === 200) spans.push(...spansOf(Buffer.concat(chunks)));
    response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // An address is an object for every server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    spans,
    exports: () => exports,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '20' },
    answer(next) {
      status = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Field = { readonly number: number; readonly bytes: Buffer; readonly value: bigint };
const NO_BYTES = Buffer.alloc(0);

/** The fields of one message of protobuf, in order. */
function fieldsOf(message: Buffer): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at] ?? 0;
      at += 1;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = Number(varint());
    const number = key >> 3;
    const kind = key & 7;
    if (kind === 0) fields.push({ number, bytes: NO_BYTES, value: varint() });
    else {
      const bytes = take(kind === 1 ? 8 : kind === 5 ? 4 : Number(varint()));
      fields.push({ number, bytes, value: 0n });
    }
  }
  return fields;
}

const only = (message: Buffer, number: number) =>
  fieldsOf(message).filter((field) => field.number === number);
const bytesOf = (message: Buffer, number: number) => only(message, number)[0]?.bytes ?? NO_BYTES;

/** The spans of an ExportTraceServiceRequest. */
function spansOf(request: Buffer): readonly CollectedSpan[] {
  return only(request, 1).flatMap(({ bytes: ofResource }) => {
    const service = String(attributesOf(bytesOf(ofResource, 1), 1)['service.name']);
    const scopes = only(ofResource, 2);
    return scopes.flatMap(({ bytes: scope }) =>
      only(scope, 2).map(({ bytes: span }) => ({
        service,
        traceId: bytesOf(span, 1).toString('hex'),
        spanId: bytesOf(span, 2).toString('hex'),
        parentId: bytesOf(span, 4).toString('hex'),
        name: bytesOf(span, 5).toString(),
        failed: only(bytesOf(span, 15), 3)[0]?.value === 2n,
        attributes: attributesOf(span, 9),
      })),
    );
  });
}

function attributesOf(message: Buffer, number: number): Record<string, string | number> {
  return Object.fromEntries(
    only(message, number).map(({ bytes: pair }) => {
      const [value] = fieldsOf(bytesOf(pair, 2));
      const isText = value?.number === 1;
      return [
        bytesOf(pair, 1).toString(),
        isText ? (value?.bytes.toString() ?? '') : Number(value?.value ?? 0),
      ];
    }),
  );
}
