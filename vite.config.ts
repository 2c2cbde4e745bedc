import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunks } from './vite-chunks.ts'
import { icons } from './vite-icons.ts'

export default defineConfig(({ command }) => ({
  plugins: [icons(), tailwindcss(), reactRouter()],
  publicDir: 'web/public',
  resolve: {
    alias: { 'react-style-singleton': join(import.meta.dirname, 'web', 'ui', 'layer-styles.ts') },
  },
  // Bundled, the server build always renders with React's production code, whatever NODE_ENV says when it starts.
  ssr: command === 'build' ? { noExternal: true } : {},
  // light-dark() is used as it stands; the fonts stay files, so that they are cached and preloaded.
  build: { cssTarget: ['chrome123', 'safari17.5', 'firefox128'], assetsInlineLimit: 0, sourcemap: false },
  // On a slow machine the bundler reports which of its plugins took long, which nobody who starts the program can act on.
  environments: {
    ssr: {
      build: {
        rolldownOptions: {
          // What is lazy is lazy for the browser: the server has every page in memory, and need not say so.
          checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
        },
      },
    },
    client: {
      build: {
        rolldownOptions: {
          checks: { bundlerTimings: false },
          output: { codeSplitting: { groups: chunks } },
        },
      },
    },
  },
  server: { hmr: { port: Number(process.env.HMR_PORT ?? 24678) } },
}))
