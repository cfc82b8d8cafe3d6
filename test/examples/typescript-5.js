import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

// openapi-typescript needs the programming interface of TypeScript 5, which TypeScript 7 does not have.
// A tool for packages brings one, and gives it to the generator here.

const require = createRequire(import.meta.url);
const url = pathToFileURL(
  createRequire(require.resolve('@arethetypeswrong/core')).resolve('typescript'),
).href;

registerHooks({
  resolve: (name, context, next) =>
    name === 'typescript' ? { url, shortCircuit: true } : next(name, context),
});
