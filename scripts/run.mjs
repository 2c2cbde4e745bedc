// node scripts/run.mjs <file.ts> [arguments]: one of our other programs, with the packages installed if need be.
import { runProgram } from './program.mjs'
import { demandRuntime, isRunOnly } from './runtime.mjs'
import { prepare } from './setup.mjs'

if (isRunOnly) demandRuntime()
else await prepare({ build: false })
process.exitCode = await runProgram(process.argv.slice(2))
