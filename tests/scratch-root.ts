import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux keeps this folder in memory: making and dropping a database there costs a third of what it costs on a disk. */
const IN_MEMORY = '/dev/shm'

/** Containers may give it 64 MB; a run's databases and their logs take a few hundred. */
const ROOM_BYTES = 1_500_000_000

/** Where a run keeps databases that it throws away: in memory if there is room, otherwise on the disk. */
export const scratchRoot = (): string => (isRoomy(IN_MEMORY) ? IN_MEMORY : tmpdir())

/** Both places: a run that was killed may have left its folder in either. */
export const SCRATCH_ROOTS = [IN_MEMORY, tmpdir()]

function isRoomy(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}
