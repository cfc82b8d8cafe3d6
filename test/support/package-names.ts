import { registerHooks } from 'node:module';

/** The package's entries, as they are in the tree: for programs that import it by its name. */
const ENTRIES: Readonly<Record<string, string>> = {
  'tillkit/client': '../../shared/client/index.ts',
  'tillkit/service': '../../service/index.ts',
  'tillkit/host': '../../main/host/index.ts',
};

registerHooks({
  resolve: (specifier, context, next) => {
    const entry = ENTRIES[specifier];
    if (entry === undefined) return next(specifier, context);
    return next(new URL(entry, import.meta.url).href, context);
  },
});
