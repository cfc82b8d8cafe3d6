import { Client } from 'pg';

/**
 * Opens a connection that collects the notices of all processes on a database, in the order of the
 * commits that sent them. The caller ends it.
 */
export async function hearNotices(url: string) {
  const connection = new Client(url);
  const heard: string[] = [];
  connection.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await connection.connect();
  await connection.query('LISTEN tillkit');
  return { connection, heard };
}
