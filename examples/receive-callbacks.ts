import express from 'express';
import { createCallbackReceiver } from 'tillkit/client';

/*
 * A receiver of signed callbacks. It needs KEY_URL (the address of the service's public key) and
 * PUBLIC_URL (the part before the path in the `callback_uri` of your requests); it listens on PORT.
 */
const { KEY_URL = '', PUBLIC_URL = '', PORT = '8080' } = process.env;

const receiver = createCallbackReceiver({
  publicKeys: [await (await fetch(KEY_URL)).text()],
  publicUrl: PUBLIC_URL,
});

const app = express();

// The raw bytes: the signature covers the body before it is parsed.
app.post(
  '/callbacks',
  express.raw({ type: () => true, limit: '256kb' }),
  async (request, reply) => {
    const { originalUrl: target, headers, body } = request;
    const received = await receiver.receive({ target, headers, body }, (event) => {
      // A callback is a hint. The outcome at `meta.uri` is authoritative.
      console.log(`${event.meta.event} ${event.meta.uri}`);
    });
    if (!received.ok) console.log(`refused: ${received.problem}`);
    return reply.status(received.status).send(received.ok ? undefined : received.description);
  },
);

const server = app.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(`listening ${address.port}`);
});
process.once('SIGTERM', () => server.close());
