import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The host's content policy allows files of the page and forbids inlined content.
export default defineConfig({
  base: './',
  plugins: [react()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
