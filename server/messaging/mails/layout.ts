import { type LinkedMail, MONEY_MAIL_REASON, STOP_WORDS } from '#domain/people/mail-kinds.ts'
import { withShownAddresses } from '#server/platform/base/shown-addresses.ts'
import { brand } from '#web/content/brand.ts'
import { OUR_HEAD } from './letterhead.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] as string)

type Rows = readonly (readonly [label: string, value: string])[]
type LinkBlock = { kind: 'link'; text: string; url: string; isAside?: true }
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'board'; caption: string; figure: string }
  | { kind: 'table'; caption: string; rows: Rows }
  | LinkBlock

/** The end of a mail: why it was sent, and the link that stops its kind where that can be turned off. */
type Footing = { why?: string; stop?: never } | { why?: string; stop: LinkedMail; stopUrl: string }

export type MailBody = { subject: string; text: string; html: string; unsubscribeUrl?: string }

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const code = (text: string): Block => ({ kind: 'code', text })
/** The one figure that a mail is about. */
export const board = (caption: string, figure: string): Block => ({ kind: 'board', caption, figure })
export const table = (caption: string, rows: Rows): Block => ({ kind: 'table', caption, rows })
/** The first one of a mail is its button; all others are lines of text. */
export const link = (text: string, url: string): Block => ({ kind: 'link', text, url })
/** A link that is no mail's button: what its reader rarely wants. */
export const aside = (text: string, url: string): Block => ({ kind: 'link', text, url, isAside: true })

/** For every mail to a supporter about what they owe or paid: it says why it cannot be turned off. */
export const MONEY: Footing = { why: MONEY_MAIL_REASON }

/** The same blocks as plain text and as HTML, both with the full content. */
export function layOut(subject: string, blocks: readonly Block[], footing: Footing = {}): MailBody {
  const foot = footOf(footing, siteOf(blocks))
  const button = blocks.find((block): block is LinkBlock => block.kind === 'link' && !block.isAside)
  return {
    subject,
    text: withShownAddresses(`${[...blocks.map(asText), '---', ...foot.map(asText)].join('\n\n')}\n`),
    html: withShownAddresses(
      page(
        escapeHtml(subject),
        escapeHtml(previewOf(subject, blocks)),
        blocks.map((block) => (block === button ? asButton(block) : asHtml(block))).join('\n'),
        foot.map(asFoot).join('\n'),
      ),
    ),
    ...(footing.stop ? { unsubscribeUrl: footing.stopUrl } : {}),
  }
}

/** All that a mail links to is on the site. */
function siteOf(blocks: readonly Block[]): string | null {
  const found = blocks.find((block) => block.kind === 'link')
  return found?.kind === 'link' && URL.canParse(found.url) ? new URL(found.url).origin : null
}

/** Who sends it, from where, and where to ask: on every mail, as senders of mail have to say it. */
const SENDER = `Sent by ${[brand.name, brand.postalAddress].filter(Boolean).join(', ')}. Questions? Write to ${brand.contactEmail}.`

const footOf = (footing: Footing, site: string | null): Block[] => [
  ...(footing.why ? [paragraph(footing.why)] : []),
  ...(footing.stop ? [link(STOP_WORDS[footing.stop], footing.stopUrl)] : []),
  paragraph('Pledgeraiser: you pay only for results actually achieved.'),
  paragraph(SENDER),
  ...(site ? [link('What we keep about you, and why', `${site}/privacy`)] : []),
]

/** Used by mail programs in dark mode: the site's own dark colors. The light ones are inline, for all others. */
const DARK_STYLES = `.m-page{background:#07151b!important;color:#edf4ee!important}
.m-link{color:#edf4ee!important}
.m-card{background:#0f222a!important}
.m-quiet,.m-quiet a{color:#a6bab4!important}
.m-line{border-color:#26404a!important}
.m-sunken{background:#0a1a21!important}
.m-button{background:#ff7a3f!important}`
const DARK_MEDIA = '@media (prefers-color-scheme:dark){'

/** The same page in one scheme, whatever the reader's own is. */
export const inScheme = (html: string, scheme: 'light' | 'dark'): string =>
  scheme === 'dark'
    ? html
        .replace(`${DARK_MEDIA}\n${DARK_STYLES}\n}`, DARK_STYLES)
        .replace('content="light dark"', 'content="dark"')
    : html.replace(`${DARK_MEDIA}\n${DARK_STYLES}\n}`, '').replace('content="light dark"', 'content="light"')

const FONT = "16px/1.5 -apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

const page = (heading: string, preview: string, body: string, foot: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${heading}</title>
<style>
${DARK_MEDIA}
${DARK_STYLES}
}
</style></head>
<body class="m-page" style="margin:0;padding:0;background:#eff3ee;color:#0b1f1d;font:${FONT}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all" aria-hidden="true">${preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="m-page" style="table-layout:fixed;background:#eff3ee;color:#0b1f1d;font:${FONT}"><tr><td align="center" style="padding:20px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="m-card" style="max-width:560px;table-layout:fixed;background:#ffffff;border-radius:12px;overflow-wrap:break-word">
${OUR_HEAD}
<tr><td style="padding:24px 24px 10px"><h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${heading}</h1>
${body}
</td></tr>
<tr><td class="m-quiet m-line" style="padding:16px 24px 10px;border-top:1px solid #cdd7cf;color:#455852;font-size:14px">
${foot}
</td></tr>
</table></td></tr></table>
</body>
</html>
`

function asText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text
    case 'code':
      return `    ${block.text}`
    case 'board':
      return `${block.caption}: ${block.figure}`
    case 'table':
      return [block.caption, ...block.rows.map(([label, value]) => `  ${label}: ${value}`)].join('\n')
    case 'link':
      return `${block.text}: ${block.url}`
  }
}

/** A long word gives way to the amount beside it: in a table, only this makes a cell narrower than its longest word. */
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word'

function asHtml(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 14px">${escapeHtml(block.text)}</p>`
    case 'code':
      return `<p class="m-sunken" style="margin:0 0 18px;padding:16px;background:#e3eae3;border-radius:8px;text-align:center;font:700 30px/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.2em">${escapeHtml(block.text)}</p>`
    case 'board':
      return `<p style="margin:0 0 18px;padding:16px 20px;background:#0c3a2d;border-radius:10px;color:#b3cebf">${escapeHtml(block.caption)} <strong style="display:block;color:#f3f8f0;font-size:34px;line-height:1.2">${escapeHtml(block.figure)}</strong></p>`
    case 'table':
      return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 18px;border-collapse:collapse;font-size:16px"><caption style="text-align:left;font-weight:700;padding-bottom:6px;${BREAKS}">${escapeHtml(block.caption)}</caption>${block.rows.map(asRow).join('')}</table>`
    case 'link':
      return `<p style="margin:0 0 14px"><a href="${escapeHtml(block.url)}" class="m-link" style="color:#0b1f1d;font-weight:700">${escapeHtml(block.text)}</a></p>`
  }
}

const asButton = ({ text, url }: LinkBlock): string =>
  `<p style="margin:4px 0 18px"><a href="${escapeHtml(url)}" class="m-button" style="display:inline-block;padding:12px 22px;background:#ff6a2b;border-bottom:3px solid #b23b00;border-radius:8px;color:#1c0a02;text-decoration:none;font-weight:700">${escapeHtml(text)}</a></p>`

const CELL = 'padding:7px 0;border-bottom:1px solid #cdd7cf;vertical-align:top'
/** An amount or a day stays on one line; a name may need two. */
const LONGEST_WHOLE = 18
/** "Organization" stays whole beside a long name. */
const LONGEST_WORD = 14
const hasLongWord = (text: string): boolean => text.split(/\s+/).some(({ length }) => length > LONGEST_WORD)

const asRow = ([label, value]: Rows[number]): string =>
  `<tr><th scope="row" align="left" class="m-line m-quiet" style="${CELL};padding-right:16px;font-weight:400;color:#455852;${hasLongWord(label) ? BREAKS : ''}">${escapeHtml(label)}</th><td align="right" class="m-line" style="${CELL};${value.length > LONGEST_WHOLE ? BREAKS : 'white-space:nowrap'}">${escapeHtml(value)}</td></tr>`

/** Nothing stands out below the line: a link is a line of text. */
const asFoot = (block: Block): string =>
  block.kind === 'link'
    ? `<p style="margin:0 0 8px"><a href="${escapeHtml(block.url)}" style="color:#455852">${escapeHtml(block.text)}</a></p>`
    : `<p style="margin:0 0 8px">${escapeHtml(asText(block))}</p>`

/** About what an inbox has room for. */
const LONGEST = 150
const FIGURE =
  /\$\d[\d,]*(?:\.\d\d)?|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b/g

/** Amounts and dates that the subject does not have. */
const hasNews = (subject: string, text: string): boolean =>
  (text.match(FIGURE) ?? []).some((figure) => !subject.includes(figure))

/** The first sentence or figure with an amount or a date; a row of a table only where the mail does not begin with one. */
function newsOf(subject: string, lead: string, blocks: readonly Block[]): string | undefined {
  const said = blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return [block.text]
    return block.kind === 'board' ? [`${block.caption}: ${block.figure}.`] : []
  })
  const rows = blocks.flatMap((block) =>
    block.kind === 'table' ? block.rows.map(([label, value]) => `${label}: ${value}.`) : [],
  )
  const isRowNeeded = lead.match(FIGURE) === null
  return [...said, ...(isRowNeeded ? rows : [])].find((text) => hasNews(subject, text))
}

const cut = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`

/** What an inbox shows beside the subject: an amount or a date that it does not say, and how the mail begins. */
function previewOf(subject: string, blocks: readonly Block[]): string {
  const begins = blocks.find((block) => block.kind === 'paragraph' && !block.text.startsWith('Test mode'))
  const lead = begins?.kind === 'paragraph' ? begins.text : ''
  const news = newsOf(subject, lead, blocks)
  return cut([...new Set([news, lead])].filter(Boolean).join(' '))
}
