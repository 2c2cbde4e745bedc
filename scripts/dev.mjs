// npm run dev: the server starts again when its sources change, and Vite serves the pages from theirs.
import { runProgram } from './program.mjs'
import { prepare } from './setup.mjs'

await prepare({ build: false })
process.exitCode = await runProgram(
  ['--watch-path=server', '--watch-path=domain', '--watch-preserve-output', 'server/main.ts'],
  {
    NODE_ENV: 'development',
    DEV_TOOLS: process.env.DEV_TOOLS ?? '1',
  },
)
