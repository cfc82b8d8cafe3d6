import express from 'express';

/* Ceiling of the HTTP measurements: Express parses the body and answers. */
const app = express();
app.set('etag', false);
app.use(express.json());
app.get('/', (_request, response) => {
  response.status(201).json({ id: null, uri: null });
});
app.post('/', (request, response) => {
  response.status(201).json({ id: request.body.pos_tid, uri: null });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') {
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${address.port}` })}\n`);
  }
});
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
});
