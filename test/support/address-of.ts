import { type CallbackAddress, callbackAddress } from '../../shared/protocol/callback-address.ts';

/** The wire form of an http or https address of a test. Throws for any other text. */
export function addressOf(uri: string): CallbackAddress {
  const address = callbackAddress(uri);
  if (address === null) throw new Error(`${uri} is not an http or https address`);
  return address;
}
