// npm run fuzz -- [requests] [seed]: hostile requests made from the API's description; prints how many took over a second.
import { node, prepare, runAsync } from './setup.mjs'

const [requests = '100000', seed = '1'] = process.argv.slice(2)
await prepare({ build: false })
const args = ['node_modules/.bin/vitest', 'run', '--project', 'api', 'tests/api/fuzz.test.ts']
const env = { ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: seed }
process.exitCode = (await runAsync(node, args, { env })) ? 0 : 1
