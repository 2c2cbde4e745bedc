// npm run build: the packages and the built pages, for a machine that only runs `npm run serve`.
import { prepare } from './setup.mjs'

await prepare({ build: true })
