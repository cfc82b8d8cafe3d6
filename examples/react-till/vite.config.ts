import react from '@vitejs/plugin-react';
import { tillkit } from 'tillkit/vite';
import { defineConfig } from 'vite';

// `vite dev` gets a till of its own. The host's content policy allows files of the page and forbids
// inlined content.
export default defineConfig({
  base: './',
  plugins: [react(), tillkit()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
