// npm start: all that a newcomer types after cloning.
import { runProgram } from './program.mjs'
import { prepare } from './setup.mjs'

await prepare({ build: true })
const { NODE_ENV = 'production', DEV_TOOLS = process.env.APP_URL ? '0' : '1' } = process.env
process.exitCode = await runProgram(['server/main.ts'], { NODE_ENV, DEV_TOOLS })
