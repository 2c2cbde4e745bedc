// In containers, once for each new version: sets its scripts aside for the pages that are open when the next one comes.
import { join } from 'node:path'
import { shareAssets } from './kept-assets.mjs'

shareAssets(join(import.meta.dirname, '..', 'build'))
