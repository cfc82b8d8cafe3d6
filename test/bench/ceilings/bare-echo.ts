import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/* Ceiling of the push measurements: a WebSocket server that returns each message to its sender. */
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
