/** Variables that the caller's environment may have, and on which no test may depend. */
const FORGOTTEN: readonly RegExp[] = [
  // Some programs print colours because of these, and a test that reads an address would read their
  // digits.
  /^(CI|FORCE_COLOR|CLICOLOR_FORCE|COLORTERM)$/,
  // A till starts in the language of its machine, and a browser requests pages in it.
  /^(LANG|LANGUAGE|LC_\w+)$/,
  // The address of a database: the driver reads these for what an address leaves out.
  /^PG[A-Z]+$/,
  // Tests connect to loopback only, so no proxy may be used.
  /^((http|https|all|no|ftp)_proxy|npm_config_(https_)?proxy|NODE_USE_ENV_PROXY)$/i,
  // Options of every Node.js process that a test starts.
  /^NODE_(OPTIONS|PATH|DEBUG|NO_WARNINGS|PENDING_DEPRECATION|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED)$/,
  // Where the traces of this machine's programs go.
  /^OTEL_/,
  // Certificates of this machine.
  /^SSL_CERT_(FILE|DIR)$/,
  // Options of the product's own commands.
  /^TILLKIT_(?!(PICTURES|TEST_RUN|PREREQUISITES_MET|FAKE_DISPLAYS)$)/,
  // The file of an installed till, which it uses to restart and to start with the session.
  /^APPIMAGE$/,
];

/**
 * Removes from an environment the variables that would change the result of a test, and asks all commands
 * for plain text. The run does so before its first worker starts, so that the workers and their child
 * processes inherit it.
 */
export function forgetCaller(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) {
    if (FORGOTTEN.some((one) => one.test(name))) delete environment[name];
  }
  environment.NO_COLOR = '1';
}
