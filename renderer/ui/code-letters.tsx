/** A request's code as a person types it, and the wallet's page that takes it, without its scheme. */
export type TypedCode = { readonly letters: string; readonly address: string };

/** What precedes the code is the service's public address, which can have a path. */
const REQUEST = /^https?:\/\/([^/?#]+(?:\/[^?#]+)?)\/p\/([0-9a-z]{4,64})\/?$/;

/**
 * The code and the wallet's address in a request's address `{public address}/p/<code>/`; null for any
 * other address, which has no code that a person can type.
 */
export function typedCodeOf(uri: string): TypedCode | null {
  const [, root, letters] = REQUEST.exec(uri) ?? [];
  return root === undefined || letters === undefined ? null : { letters, address: `${root}/w/` };
}

/** The characters of a code one by one, for speech output. `comma` is the sign of the text's language. */
export function spelled(letters: string, comma: string): string {
  return [...letters].join(comma);
}

type CodeLettersProps = {
  readonly uri: string;
  /** The sentence before the code, with the wallet's address. */
  readonly sentence: (address: string) => string;
};

/** The code in letters, for a customer whose phone has no working camera. */
export function CodeLetters({ uri, sentence }: CodeLettersProps) {
  const code = typedCodeOf(uri);
  if (code === null) return null;
  return (
    <p className="code-letters">
      <span className="code-letters-hint">{sentence(code.address)}</span>{' '}
      <span className="mono">{code.letters.replace(/(.{4})(?=.)/g, '$1 ')}</span>
    </p>
  );
}
