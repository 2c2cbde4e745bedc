// npm start: all that a newcomer types after cloning.
import { runProgram } from './program.mjs'
import { prepare } from './setup.mjs'

await prepare({ build: true })
process.exitCode = await runProgram(['server/main.ts'], { NODE_ENV: process.env.NODE_ENV ?? 'production' })
