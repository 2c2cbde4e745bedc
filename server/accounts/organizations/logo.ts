/** An organization's logo: one PNG, at an address that never changes its content. */
import type { OwnOrganization } from '#domain/schemas/organization.ts'
import type { Deps } from '#server/accounts/deps.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { managed, note, pagesChanged } from './edit.ts'
import { managesOrganization } from './owners.ts'
import { lockLogo, updateLogo } from './store.ts'

const ADDRESS = /^\/logos\/([0-9a-f-]{36}\/[0-9a-f]{32})\.png$/

/** Where the file behind an address is; null for any text that is no address of a logo. */
const folderOf = (address: string): string | null => {
  const [, name] = ADDRESS.exec(address) ?? []
  return name ? `logos/${name}` : null
}
const fileIn = (folder: string): string => `${folder}/logo.png`

export async function readLogo(
  { files }: Pick<Deps, 'files'>,
  address: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const folder = folderOf(address)
  return folder ? ((await files.get(fileIn(folder))) ?? null) : null
}

/** Replaces the crest or an earlier logo; nothing is decoded for anyone but those who may change it. */
export async function setLogo(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  id: string,
  upload: Buffer,
): Promise<OwnOrganization> {
  await managesOrganization(deps.db, actor, id)
  const count = (megapixels: number) => deps.limits.take('picture_megapixels', actor.userId, megapixels)
  const { hash, files } = await deps.prepareImage(upload, count, 'logo')
  const [picture] = files
  const logoUrl = `/logos/${id.toLowerCase()}/${hash}.png`
  const folder = folderOf(logoUrl)
  if (picture && folder) await deps.files.put(fileIn(folder), picture.bytes, picture.type)
  return transact((tx) => replaceLogo(deps, tx, actor, id, logoUrl)).catch(async (error: unknown) => {
    await removeUnused(deps, id, logoUrl)
    throw error
  })
}

/** Goes back to the drawn crest; the upload is deleted for good. */
export const removeLogo = (deps: Deps, transact: Transact, actor: Actor, id: string): Promise<void> =>
  transact(async (tx) => {
    await replaceLogo(deps, tx, actor, id, null)
  })

/** The earlier file is deleted: a mail that shows it has the initials as its text. */
async function replaceLogo(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  id: string,
  logoUrl: string | null,
): Promise<OwnOrganization> {
  const before = await managed(tx, actor, id)
  await updateLogo(tx, id, logoUrl)
  const after = await managed(tx, actor, id)
  await note(deps, tx, actor, { action: 'organization.update', id, before, after })
  await pagesChanged(deps, tx, id)
  const { logoUrl: earlier } = before
  if (earlier !== null && earlier !== logoUrl) tx.afterCommit(() => void removeUnused(deps, id, earlier))
  return after
}

/** Deletes a logo's file unless the organization shows it, which is checked under the lock that setting it takes. */
async function removeUnused(deps: Deps, id: string, logoUrl: string): Promise<void> {
  const folder = folderOf(logoUrl)
  const remove = async (tx: Transaction) => {
    if (folder !== null && (await lockLogo(tx, id)) !== logoUrl) await deps.files.deleteFolder(folder)
  }
  await deps.db.transaction(remove).catch((error: Error) => {
    deps.log.warn({ folder, reason: error.message }, 'a logo that nobody shows was not removed')
  })
}
