import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/* The least that a push and an answer to it can cost: a socket that sends back what it gets. */
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.on('message', (data, binary) => socket.send(data, { binary }));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  console.log(JSON.stringify({ url: `ws://127.0.0.1:${port}/` }));
});
process.on('SIGTERM', () => process.exit(0));
