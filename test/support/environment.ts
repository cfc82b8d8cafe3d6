/** What the environment of the caller may hold and no test may depend on. */
const FORGOTTEN: readonly RegExp[] = [
  // Some programs write colours with these, and a test that reads an address would find their digits.
  /^(CI|FORCE_COLOR|CLICOLOR_FORCE|COLORTERM)$/,
  // A till starts in the language of its machine, and a browser asks for it.
  /^(LANG|LANGUAGE|LC_\w+)$/,
  // Where a database is and how it is reached: the driver reads these for what an address leaves out.
  /^PG[A-Z]+$/,
  // Tests talk on loopback only, and no proxy may stand between.
  /^((http|https|all|no|ftp)_proxy|npm_config_(https_)?proxy|NODE_USE_ENV_PROXY)$/i,
  // Options of every Node.js process that a test starts.
  /^NODE_(OPTIONS|PATH|DEBUG|NO_WARNINGS|PENDING_DEPRECATION|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED)$/,
  // Certificates of this machine.
  /^SSL_CERT_(FILE|DIR)$/,
  // Options of the product's own commands.
  /^TILLKIT_(?!(PICTURES|TEST_RUN|PREREQUISITES_MET|FAKE_DISPLAYS)$)/,
  // The file of an installed till, which restarts and starts with the session by it.
  /^APPIMAGE$/,
];

/**
 * Removes from an environment what would change the result of a test, and asks all commands for
 * plain text. The run does so before its first worker starts, so that workers, and what they start,
 * have it from there.
 */
export function forgetCaller(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) {
    if (FORGOTTEN.some((one) => one.test(name))) delete environment[name];
  }
  environment.NO_COLOR = '1';
}
