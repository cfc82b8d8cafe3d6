/* Requests byte by byte, and the headers of each kind of caller: as the conformance command has them. */
export {
  type Received,
  type Sent,
  secretHeaders,
  send,
  signedHeaders,
} from '../../main/commands/conform/connection.ts';
