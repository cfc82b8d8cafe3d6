// `npm pack` and `npm publish` in the repository run this file first (`prepack`). They would pack the
// sources, which no project can use. Plain JavaScript, so that any Node.js prints the reason.
console.error(`
The repository is not the package: an archive of it would contain the sources and no build.
Make the folders of both packages, then pack them:

  npm run build package create
  npm pack ./dist/package ./dist/create-tillkit

CONTRIBUTING.md describes how to use the archives.
`);
process.exit(1);
