import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The host's content policy lets a page load files of its own, and nothing that is inlined.
export default defineConfig({
  base: './',
  plugins: [react()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
