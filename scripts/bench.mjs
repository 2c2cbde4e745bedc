// npm run bench: the product compared with the most this machine can do. Its pages are built first; it makes its own data.
import { installChromium } from './machine.mjs'
import { runProgram } from './program.mjs'
import { prepare } from './setup.mjs'

await prepare({ build: true })
process.env.CHROMIUM ||= (await installChromium()) ?? ''
process.exitCode = await runProgram(['benches/main.ts', ...process.argv.slice(2)])
