export type Threat = {
  readonly threat: string;
  readonly defence: string;
  /** A test by its file and its name, or null if no single test shows the defence. */
  readonly test: { readonly file: string; readonly name: string } | null;
};

/** One threat with the test that shows its defence; `file` is below `test/`, without its ending. */
export function row(threat: string, defence: string, file: string, name: string): Threat {
  return { threat, defence, test: { file: `test/${file}.test.ts`, name } };
}
