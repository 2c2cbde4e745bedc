import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { copyDemoTo } from '../demo-folder.ts'
import { scratchRoot } from '../scratch-root.ts'
import { UNLIMITED } from './unlimited.ts'

/** The program that the browser tests use: built pages, a temporary data folder with the demo. */
const dataDir = mkdtempSync(join(scratchRoot(), 'pledgeraiser-e2e-'))
copyDemoTo(dataDir)
const child = spawn(process.execPath, ['server/main.ts'], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...COMPILE_CACHE,
    NODE_ENV: 'production',
    PORT: process.env.PORT,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    DEV_TOOLS: '1',
    ...UNLIMITED,
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'))
child.once('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
