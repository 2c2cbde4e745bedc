import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { icons } from './vite-icons.ts'

const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-)?query(-core)?)\//
/** Of our own, what this many routes share: one file instead of dozens of a few hundred bytes. */
const SHARED_BY = 12
/**
 * What opens over a page brings its library along, and the rules of a form bring theirs: both come when they are needed,
 * however many screens have one.
 */
const OPENS =
  'layer|return|dialog|drawer|confirm|menu|popover|select|tooltip|tabs|toast-region|combobox|data-table'
const SHARED = new RegExp(
  `icon:fa|/web/(?!pages|root|entry|site/download|ui/(${OPENS})[-.])|/domain/(?!schemas/)`,
)

export default defineConfig(({ command }) => ({
  plugins: [icons(), tailwindcss(), reactRouter()],
  publicDir: 'web/public',
  // Bundled, the server build always renders with React's production code, whatever NODE_ENV says when it starts.
  ssr: command === 'build' ? { noExternal: true } : {},
  // light-dark() is used as it stands; the fonts stay files, so that they are cached and preloaded.
  build: { cssTarget: ['chrome123', 'safari17.5', 'firefox128'], assetsInlineLimit: 0, sourcemap: false },
  environments: {
    // What is lazy is lazy for the browser: the server has every page in memory, and need not say so.
    ssr: { build: { rolldownOptions: { checks: { ineffectiveDynamicImport: false } } } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK },
                { name: 'site', test: SHARED, minShareCount: SHARED_BY },
              ],
            },
          },
        },
      },
    },
  },
  server: { hmr: { port: Number(process.env.HMR_PORT ?? 24678) } },
}))
