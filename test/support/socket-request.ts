import { request } from 'node:http';
import type { Received, Sent } from './wire.ts';

/** Sends one request on a Unix socket, on a separate connection. Rejects if the connection is cut. */
export function sendOnSocket(socketPath: string, path: string, sent: Sent = {}): Promise<Received> {
  const { method = 'GET', body } = sent;
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = body === undefined || isRaw ? body : JSON.stringify(body);
  const headers = {
    ...(bytes === undefined ? {} : { 'content-length': Buffer.byteLength(bytes) }),
  };
  return new Promise((resolve, reject) => {
    const options = { socketPath, path, method, agent: false };
    const outgoing = request({ ...options, headers: { ...headers, ...sent.headers } }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode: status = 0, headers: replied } = reply;
        resolve({ status, headers: replied, text, json: parsed(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
