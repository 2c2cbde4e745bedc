import {
  IMAGE_FORMATS,
  type ImageFolder,
  imageFolder,
  imageWidths,
  mainImagePath,
  readImagePath,
} from '#domain/campaigns/image.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { updateCampaign } from '#server/season/campaigns/index.ts'
import type { Deps } from '#server/season/deps.ts'
import { imageUrlOf } from './store.ts'

/**
 * Sets the campaign's picture, replacing the drawn one or an earlier upload. Only for those who may edit the campaign; nothing is decoded for anyone else. Throws a 400 in words for a file that is not a picture.
 */
export async function setImage(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  upload: Buffer,
): Promise<Campaign> {
  await accessWith(deps.db, actor, campaignId, 'canEditCampaign')
  const { hash, width, height, files } = await deps.prepareImage(upload, (megapixels) =>
    deps.limits.take('picture_megapixels', actor.userId, megapixels),
  )
  const size = { width, height }
  const image: ImageFolder = { ...size, folder: imageFolder(campaignId, hash, size) }
  const store = async (tx: Transaction) => {
    await accessWith(tx, actor, campaignId, 'canEditCampaign')
    // Under the campaign's lock, so that nobody deletes the same picture as an earlier one at this moment.
    for (const file of files)
      await deps.files.put(`images/${image.folder}/${file.name}`, file.bytes, file.type)
    return replaceImage(deps, tx, actor, campaignId, mainImagePath(image))
  }
  return transact(store, { campaignId, mode: 'exclusive' }).catch(async (error: unknown) => {
    await removeUnused(deps, campaignId, image.folder)
    throw error
  })
}

/** Goes back to the drawn picture; the upload is deleted for good. */
export function removeImage(deps: Deps, transact: Transact, actor: Actor, campaignId: string): Promise<void> {
  return transact(
    async (tx) => {
      await accessWith(tx, actor, campaignId, 'canEditCampaign')
      await replaceImage(deps, tx, actor, campaignId, null)
    },
    { campaignId, mode: 'exclusive' },
  )
}

const SOURCES = ['jpeg', 'png', 'webp', 'avif'] as const

/**
 * Copies the picture for a campaign's copy as separate files, since two campaigns never share one. Runs in the transaction
 * that makes the copy; if that fails, `removeImagesOf` deletes them.
 */
export async function copyImage(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  from: Pick<Campaign, 'id' | 'imageUrl'>,
  to: Campaign,
): Promise<Campaign> {
  const image = from.imageUrl && readImagePath(from.imageUrl)
  if (!image) return to
  const folder = `${to.id}${image.folder.slice(image.folder.indexOf('/'))}`
  const shown = imageWidths(image).flatMap((width) =>
    IMAGE_FORMATS.map((format) => ({ name: `${width}.${format}`, type: `image/${format}` })),
  )
  const originals = SOURCES.map((kind) => ({ name: `original.${kind}`, type: `image/${kind}` }))
  for (const { name, type } of [...originals, ...shown]) {
    const bytes = await deps.files.get(`images/${image.folder}/${name}`)
    if (bytes) await deps.files.put(`images/${folder}/${name}`, bytes, type)
  }
  return replaceImage(deps, tx, actor, to.id, mainImagePath({ ...image, folder }))
}

/** For a campaign whose creation failed. */
export async function removeImagesOf(deps: Deps, campaignId: string): Promise<void> {
  await deps.files.deleteFolder(`images/${campaignId}`).catch((error: Error) => {
    deps.log.warn({ campaignId, reason: error.message }, 'unused pictures could not be removed')
  })
}

async function replaceImage(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  imageUrl: string | null,
): Promise<Campaign> {
  const before = readImagePath((await imageUrlOf(tx, campaignId)) ?? '')
  const inside: Transact = (work) => work(tx)
  const campaign = await updateCampaign(deps, inside, actor, { campaignId, ifMatch: null }, { imageUrl })
  if (before) tx.afterCommit(() => void removeUnused(deps, campaignId, before.folder))
  return campaign
}

/** Deletes a picture's files unless the campaign shows it, which is checked under the lock that setting it takes. */
async function removeUnused(deps: Deps, campaignId: string, folder: string): Promise<void> {
  if (!folder.startsWith(`${campaignId}/`)) return
  const remove = async (tx: Transaction) => {
    const shown = readImagePath((await imageUrlOf(tx, campaignId)) ?? '')
    if (shown?.folder !== folder) await deps.files.deleteFolder(`images/${folder}`)
  }
  await deps.db.transaction(remove, { campaignId, mode: 'exclusive' }).catch((error: Error) => {
    deps.log.warn({ folder, reason: error.message }, 'a picture that nobody shows was not removed')
  })
}
