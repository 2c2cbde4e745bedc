import { spawnSync } from 'node:child_process'

/**
 * Fills an empty data folder with a copy of the demo that this run has made once (scripts/test.mjs): a tenth of the work
 * of making it again. Without one the folder stays empty, and a program that starts in it with DEMO=1 fills it itself.
 */
export function copyDemoTo(dataDir: string): void {
  const { DEMO_FOLDER } = process.env
  if (!DEMO_FOLDER) return
  // With owners and modes, which PostgreSQL requires.
  const { status, stderr } = spawnSync('cp', ['-a', `${DEMO_FOLDER}/.`, dataDir], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The demo could not be copied: ${stderr}`)
}
