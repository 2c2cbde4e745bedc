// npm run migrate: brings the database up to date and ends. Installs nothing, like npm run serve.
import { demandRuntime } from './runtime.mjs'

demandRuntime()
await import('../server/operations/migrate-command.ts')
