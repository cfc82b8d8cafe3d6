import { createServer } from 'node:http';

/* Ceiling without a framework: `node:http` parses the body and answers. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    const body: { pos_tid?: string } = text === '' ? {} : JSON.parse(text);
    const answer = JSON.stringify({ id: body.pos_tid ?? null, uri: null });
    const head = { 'content-type': 'application/json', 'content-length': answer.length };
    response.writeHead(201, head).end(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});
process.on('SIGTERM', () => process.exit(0));
