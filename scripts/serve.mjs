// npm run serve: the program as it runs in production. Installs and builds nothing, and is one process.
import { demandPlatform, demandRuntime, isBuilt } from './runtime.mjs'

demandRuntime()
demandPlatform()
if (!isBuilt()) {
  console.error(
    'The pages are not built: run "npm run build" where the packages for development are installed',
  )
  process.exit(1)
}
process.env.NODE_ENV ??= 'production'
await import('../server/main.ts')
