import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Runs expressions in the main process of an Electron that was started with `--inspect`. */
export type Inspector = {
  /** What the expression comes to, as a plain value; rejects with what it threw. */
  evaluate(expression: string): Promise<unknown>;
  close(): void;
};

type Reply = {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: {
    readonly result?: { readonly value?: unknown };
    readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
  };
};

/** Connects to the address that the process wrote on its standard error. */
export async function openInspector(address: string): Promise<Inspector> {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await once(socket, 'open');
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  socket.on('message', (data) => {
    const reply: Reply = JSON.parse(String(data));
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  socket.on('close', () => {
    for (const tell of waiting.values()) tell({ error: { message: 'the process has ended' } });
  });
  const evaluate = async (expression: string): Promise<unknown> => {
    last += 1;
    const id = last;
    const parameters = { expression, awaitPromise: true, returnByValue: true };
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      const params = { ...parameters, includeCommandLineAPI: true };
      if (socket.readyState !== WebSocket.OPEN) resolve({ error: { message: 'not connected' } });
      else socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }));
    });
    waiting.delete(id);
    if (reply.error) throw new Error(reply.error.message);
    const thrown = reply.result?.exceptionDetails;
    if (thrown) throw new Error(thrown.exception?.description ?? 'the expression threw');
    return reply.result?.result?.value;
  };
  return { evaluate, close: () => socket.terminate() };
}
