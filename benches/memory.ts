import { readFile } from 'node:fs/promises'
import type { Running } from './processes.ts'
import type { Amount } from './report.ts'

const AT_MOST_MEGABYTES = 512
const KILOBYTES = 1024

/** The most memory that the process ever used; empty where the system does not report it. */
export async function mostMemory(
  what: string,
  { pid }: Pick<Running, 'pid'>,
  atMostMegabytes = AT_MOST_MEGABYTES,
): Promise<Amount[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const peak = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]
  if (peak === undefined) return []
  const measured = { amount: Number(peak) / KILOBYTES, unit: 'MB', atMostAmount: atMostMegabytes } as const
  return [{ what: `memory of ${what}, at its highest`, ...measured }]
}
