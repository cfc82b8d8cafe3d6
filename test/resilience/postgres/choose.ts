/* Imported before a suite, it makes the suite run on PostgreSQL in `npm test` too. */
process.env.STORE = 'postgres';
