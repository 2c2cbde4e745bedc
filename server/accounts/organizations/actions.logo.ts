/** An organization's logo (R63): one PNG, at an address that never changes its content. */
import type { OwnOrganization } from '#domain/schemas/organization.ts'
import type { Deps } from '#server/accounts/deps.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { managesOrganization } from './actions.management.ts'
import { managed, note, pagesChanged } from './actions.ts'
import { updateLogo } from './store.ts'

const ADDRESS = /^\/logos\/([0-9a-f-]{36}\/[0-9a-f]{32}\.png)$/

/** The name of the file behind an address; null for any text that is no address of a logo. */
const fileOf = (address: string): string | null => {
  const [, name] = ADDRESS.exec(address) ?? []
  return name ? `logos/${name}` : null
}

export async function readLogo(
  { files }: Pick<Deps, 'files'>,
  address: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const name = fileOf(address)
  return name ? ((await files.get(name)) ?? null) : null
}

/** Replaces the crest or an earlier logo; nothing is decoded for anyone but those who may change it (R25). */
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
  return transact(async (tx) => {
    await managed(tx, actor, id)
    if (picture) await deps.files.put(`logos/${id}/${hash}.png`, picture.bytes, picture.type)
    return replaceLogo(deps, tx, actor, id, `/logos/${id}/${hash}.png`)
  })
}

/** Goes back to the drawn crest. */
export const removeLogo = (deps: Deps, transact: Transact, actor: Actor, id: string): Promise<void> =>
  transact(async (tx) => {
    await replaceLogo(deps, tx, actor, id, null)
  })

/** Earlier files stay: mails that are already sent may show them. */
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
  return after
}
