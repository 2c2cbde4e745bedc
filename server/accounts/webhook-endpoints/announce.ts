import { MAX_WEBHOOK_BYTES, type WebhookData, type WebhookType } from '#domain/schemas/webhook.ts'
import type { Db, Prepared } from '#server/platform/db/database.ts'

/** Something that happened in a campaign. Its organization is added to the data. */
export type WebhookEvent = {
  [Type in WebhookType]: {
    /** The same in every delivery and every attempt. */
    id: string
    type: Type
    campaignId: string
    at: Date
    data: Omit<WebhookData<Type>, 'organizationId'>
  }
}[Exclude<WebhookType, 'webhook.test'>]

/** In milliseconds: no attempt is made this long after an event, or after it was asked for again. */
export const RETRY_MS = 24 * 3_600_000

const ANNOUNCE: Prepared = {
  name: 'webhook_announce',
  text: `
    insert into webhook_deliveries (
      endpoint_id, event_id, type, data, happened_at, next_attempt_at, retry_until
    )
    select
      e.id, g.id, g.type, g.data || jsonb_build_object('organizationId', c.organization_id),
      g.at, g.at, g.at + $6::bigint * interval '1 millisecond'
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::timestamptz[], $5::jsonb[])
      as g (id, type, campaign_id, at, data)
    join campaigns c on c.id = g.campaign_id
    join webhook_endpoints e
      on e.disabled_at is null
        and (e.organization_id = c.organization_id or e.organization_id is null)
    -- One that is removed at this moment is passed by: what happens must not fail because of it.
    for key share of e
  `,
}

/** With type, time and address, the body stays below the specification's limit: data is ids, amounts and days. */
const MAX_DATA_BYTES = MAX_WEBHOOK_BYTES - 2_000

function written(data: object): string {
  const text = JSON.stringify(data)
  if (Buffer.byteLength(text) > MAX_DATA_BYTES) throw new RangeError('too much for a webhook')
  return text
}

/**
 * Tells the systems that listen: one row for each endpoint of the organization and of the provider, written with the
 * transaction that causes it, so that none is lost and none is sent of what was rolled back (R81).
 */
export async function announce(tx: Db, events: readonly WebhookEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx.prepared(ANNOUNCE, [
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ campaignId }) => campaignId),
    events.map(({ at }) => at),
    events.map(({ data }) => written(data)),
    RETRY_MS,
  ])
}
