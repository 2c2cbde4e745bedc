/** The program as installed on a server: its sources, the built pages, and no packages for development. */
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newFolder, root } from './program.ts'

export const PARTS = ['build', 'domain', 'scripts', 'server', 'web', 'package.json']
type Locked = { dev?: boolean; devOptional?: boolean }

/** A copy that anyone can read and only its owner can write. Linked packages are found where the link is. */
export async function installWithoutDevelopment(): Promise<{ folder: string; env: Record<string, string> }> {
  const folder = await newFolder()
  for (const part of PARTS) cpSync(join(root, part), join(folder, part), { recursive: true })
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> }
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || dev || devOptional) continue
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    symlinkSync(join(root, path), join(folder, path))
  }
  cpSync(join(root, 'package-lock.json'), join(folder, 'node_modules', '.package-lock.json'))
  chmodSync(folder, 0o755)
  const path = `${join(root, 'node_modules', 'node', 'bin')}:${process.env.PATH}`
  return { folder, env: { PATH: path, NODE_OPTIONS: '--preserve-symlinks' } }
}
