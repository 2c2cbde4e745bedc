/** The first row of a mail: ours, or that of the organization that it is about. */
import { colorsOf, initialsOf, inkOn, type OrganizationLook } from '#domain/campaigns/crest.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { escapeHtml } from './layout.ts'

export const OUR_HEAD =
  '<tr><td style="padding:14px 24px;border-radius:12px 12px 0 0;background:#072a20;color:#f3f8f0;font-weight:700;letter-spacing:.02em">Pledgeraiser</td></tr>'

/** Every mail links to this page of the site. */
const SITE = /href="(https?:\/\/[^/"]+)\/privacy"/

const SQUARE = 'width:44px;height:44px;border-radius:8px;font-size:18px;font-weight:800;text-align:center'

/** A logo is a picture on the site, with the initials where pictures are blocked; without one, they are text on a color. */
function mark({ name, logoUrl, secondColor }: OrganizationLook, html: string): string {
  const initials = escapeHtml(initialsOf(name))
  const [, site] = SITE.exec(html) ?? []
  if (!logoUrl || !site)
    return `<td width="44" height="44" style="${SQUARE};background:${secondColor};color:${inkOn(secondColor)}">${initials}</td>`
  return `<td width="44" height="44" style="${SQUARE};background:#ffffff;color:#0b1f1d"><img src="${site}${logoUrl}" width="40" height="40" alt="${initials}" style="display:block;margin:2px;object-fit:contain"></td>`
}

/** The mail under the organization's name and colors; the end of it still says who sends it. */
export function withLetterhead(html: string, look: OrganizationLook | undefined): string {
  if (!look) return html
  const { name, firstColor, secondColor } = look
  const ink = inkOn(firstColor)
  const inside = `<table role="presentation" cellpadding="0" cellspacing="0"><tr>${mark(look, html)}<td style="padding-left:12px;color:${ink};font-weight:700;overflow-wrap:anywhere" dir="auto">${escapeHtml(name)}</td></tr></table>`
  return html.replace(
    OUR_HEAD,
    () =>
      `<tr><td style="padding:12px 24px;border-radius:12px 12px 0 0;border-bottom:6px solid ${secondColor};background:${firstColor};color:${ink}">${inside}</td></tr>`,
  )
}

type Row = Pick<OrganizationLook, 'name' | 'logoUrl'> & {
  aboutId: string
  firstColor: string | null
  secondColor: string | null
}

/** By the ids of campaigns and organizations, the logo and the colors of the organization: they lead mails and documents about it. */
export async function looksOf(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrganizationLook>> {
  if (ids.length === 0) return new Map()
  const about = sql`any(${sql.param(ids)}::uuid[])`
  const rows = await db.query<Row>(sql`
    select c.id as about_id, o.name, o.logo_url, o.first_color, o.second_color
    from campaigns c
    join organizations o on o.id = c.organization_id
    where c.id = ${about}
    union all
    select id, name, logo_url, first_color, second_color
    from organizations
    where id = ${about}
  `)
  return new Map(
    rows.map(({ aboutId, name, logoUrl, ...chosen }) => [
      aboutId,
      { name, logoUrl, ...colorsOf(name, chosen) },
    ]),
  )
}
