/** Where the service is reached from outside; known once it listens. */
export type ServiceAddresses = {
  /** The API with its base path: `http://127.0.0.1:4600/merchant/v1`. */
  readonly base: string;
  /** Origin of the customer's pages: `http://127.0.0.1:4600`. */
  readonly wallet: string;
};
