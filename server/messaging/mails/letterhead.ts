/** The first row of a mail: ours, or that of the organization that it is about (R63). */
import { inkOn } from '#domain/contrast.ts'
import { initialsOf, type OrganizationLook } from '#domain/crest.ts'
import { escapeHtml } from './escape.ts'

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
